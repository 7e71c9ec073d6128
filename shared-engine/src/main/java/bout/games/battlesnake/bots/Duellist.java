package bout.games.battlesnake.bots;

import bout.games.battlesnake.Board;
import bout.games.battlesnake.Direction;
import bout.games.battlesnake.Snake;

/**
 * Looks ahead against the nearest other snake: for each of its own moves it expects the worst answer, deeper and deeper
 * until it has looked at a fixed number of boards. All others go straight on.
 */
final class Duellist {

    static final int BOARDS = 200;

    private static final int DEEPEST = 30;
    private static final double LOST = -10_000;

    private final Space space = new Space();
    private int me;
    private int rival;
    private int boards;

    Direction choose(Board board, int seat) {
        me = seat;
        rival = rival(board);
        boards = 0;
        Direction best = Direction.UP;
        for (int depth = 1; depth <= DEEPEST; depth++) {
            Direction deeper = best;
            double most = Double.NEGATIVE_INFINITY;
            for (Direction direction : Direction.ALL) {
                double value = worst(board, direction, depth, most);
                if (value > most) {
                    most = value;
                    deeper = direction;
                }
            }
            if (boards == BOARDS) {
                // The result of this depth so far is no better than that of the one before it.
                return best;
            }
            best = deeper;
        }
        return best;
    }

    int boards() {
        return boards;
    }

    /** The seat of the nearest other snake, or -1. */
    private int rival(Board board) {
        int head = board.snakes().get(me).head();
        int nearest = -1;
        int least = Integer.MAX_VALUE;
        for (Snake other : board.snakes()) {
            int steps =
                    Math.abs(board.x(other.head()) - board.x(head)) + Math.abs(board.y(other.head()) - board.y(head));
            if (other.seat() != me && other.inPlay() && steps < least) {
                least = steps;
                nearest = other.seat();
            }
        }
        return nearest;
    }

    /**
     * The least value of this move over all answers, or one that is not above {@code enough} as soon as it is found.
     */
    private double worst(Board board, Direction mine, int depth, double enough) {
        if (boards == BOARDS) {
            return LOST;
        }
        Direction[] moves = new Direction[board.snakes().size()];
        moves[me] = mine;
        double worst = Double.POSITIVE_INFINITY;
        for (Direction answer : Direction.ALL) {
            boolean answers = rival >= 0 && board.snakes().get(rival).inPlay();
            if (answers
                    && board.isBlocked(board.next(board.snakes().get(rival).head(), answer))
                    && (answer != Direction.RIGHT || worst < Double.POSITIVE_INFINITY)) {
                continue;
            }
            if (answers) {
                moves[rival] = answer;
            }
            Board next = new Board(board);
            next.play(moves);
            boards++;
            worst = Math.min(worst, value(next, depth));
            if (worst <= enough || !answers || boards == BOARDS) {
                return worst;
            }
        }
        return worst;
    }

    private double value(Board board, int depth) {
        Snake own = board.snakes().get(me);
        if (!own.inPlay()) {
            boolean both = rival >= 0 && !board.snakes().get(rival).inPlay();
            return (both ? LOST / 2 : LOST) - depth;
        }
        if (board.over()) {
            return -LOST + depth;
        }
        if (depth == 1) {
            return still(board, own);
        }
        double most = LOST - depth;
        for (Direction direction : Direction.ALL) {
            if (!board.isBlocked(board.next(own.head(), direction))) {
                most = Math.max(most, worst(board, direction, depth - 1, most));
            }
        }
        return most;
    }

    /** Without looking further: space, length and food. */
    private double still(Board board, Snake own) {
        int[] areas = space.areas(board);
        int others = 0;
        int longest = 0;
        for (Snake other : board.snakes()) {
            if (other != own && other.inPlay()) {
                others += areas[other.seat()];
                longest = Math.max(longest, other.length());
            }
        }
        int lead = Math.min(own.length() - longest, 4);
        double value = areas[me] - others + 6 * lead - 5 * Math.max(0, own.length() - areas[me]) + own.health() / 20.0;
        if (lead < 2 || own.health() < 40) {
            value -= Math.min(20, space.stepsToFood(board, own.head())) * (own.health() < 25 ? 4 : 1);
        }
        return value;
    }
}
