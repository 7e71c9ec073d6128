package bout.games.connectfour.bots;

import bout.engine.Seat;
import bout.games.connectfour.ConnectFourRules;
import bout.games.connectfour.ConnectFourState;

/**
 * Searches ahead with alpha-beta pruning (D. Knuth and R. Moore, An Analysis of Alpha-Beta Pruning, 1975), one turn
 * deeper each time, until it has looked at a set number of boards: so it plays the same on every machine.
 */
final class Planner implements Strategy {

    /** How many boards it looks at for a move; a few milliseconds on the JVM. */
    static final int BOARDS = 2_000;

    private static final int WIN = 10_000;

    /** The middle first: more rows of four go through it, and good moves first let more be pruned. */
    private static final int[] COLUMNS = {3, 2, 4, 1, 5, 0, 6};

    /** What a row of four cells is worth in which only one player has discs, by how many. */
    private static final int[] WORTH = {0, 1, 4, 16};

    private static final int[][] ROWS = rows();

    private ConnectFourState board;
    private int boards;

    @Override
    public int choose(ConnectFourState given) {
        board = given;
        boards = 0;
        int best = -1;
        int left = 0;
        for (int column : COLUMNS) {
            left += ConnectFourState.ROWS - board.height(column);
        }
        for (int depth = 1; depth <= left; depth++) {
            int deeper = bestAtDepth(depth);
            if (deeper < 0) {
                break;
            }
            best = deeper;
        }
        return best;
    }

    /** How many boards it looked at for the last move. */
    int boards() {
        return boards;
    }

    /** The best column as far as it can see at that depth, or -1 when it has looked at too many boards. */
    private int bestAtDepth(int depth) {
        int best = -1;
        int alpha = -WIN;
        for (int column : COLUMNS) {
            if (!board.isFull(column)) {
                int worth = worthOfDrop(column, depth, alpha, WIN);
                if (boards > BOARDS) {
                    return -1;
                }
                if (best < 0 || worth > alpha) {
                    alpha = Math.max(alpha, worth);
                    best = column;
                }
            }
        }
        return best;
    }

    /** What the player that is to move gets out of a drop; a win counts more the sooner it comes. */
    private int worthOfDrop(int column, int depth, int alpha, int beta) {
        if (++boards > BOARDS) {
            return 0;
        }
        Seat seat = board.toMove();
        int cell = board.drop(column, seat);
        int worth;
        if (!ConnectFourRules.rowThrough(board, cell).isEmpty()) {
            worth = WIN - ConnectFourState.CELLS + depth;
        } else if (board.isFull()) {
            worth = 0;
        } else if (depth == 1) {
            worth = worthOfBoard(seat);
        } else {
            worth = -bestReply(depth - 1, -beta, -alpha);
        }
        board.lift(column);
        return worth;
    }

    private int bestReply(int depth, int alpha, int beta) {
        int highest = -WIN;
        for (int column : COLUMNS) {
            if (!board.isFull(column)) {
                highest = Math.max(highest, worthOfDrop(column, depth, Math.max(alpha, highest), beta));
                if (highest >= beta || boards > BOARDS) {
                    return highest;
                }
            }
        }
        return highest;
    }

    /** The rows that a player can still fill, less those of its opponent. */
    private int worthOfBoard(Seat seat) {
        int worth = 0;
        for (int[] row : ROWS) {
            int own = 0;
            int others = 0;
            for (int cell : row) {
                int disc = board.disc(cell);
                if (disc == seat.number()) {
                    own++;
                } else if (disc != 0) {
                    others++;
                }
            }
            if (others == 0) {
                worth += WORTH[own];
            } else if (own == 0) {
                worth -= WORTH[others];
            }
        }
        return worth;
    }

    /** The cells of each row of four that there can be. */
    private static int[][] rows() {
        int[][] directions = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
        int[][] rows = new int[69][];
        int count = 0;
        for (int[] direction : directions) {
            for (int column = 0; column + 3 * direction[0] < ConnectFourState.COLUMNS; column++) {
                for (int row = 0; row < ConnectFourState.ROWS; row++) {
                    int last = row + 3 * direction[1];
                    if (last >= 0 && last < ConnectFourState.ROWS) {
                        int[] cells = new int[4];
                        for (int i = 0; i < cells.length; i++) {
                            cells[i] = ConnectFourState.cell(column + i * direction[0], row + i * direction[1]);
                        }
                        rows[count++] = cells;
                    }
                }
            }
        }
        return rows;
    }
}
