package bout.games.connectfour.bots;

import bout.engine.HouseBot;
import bout.engine.HouseBot.Strategy;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.games.connectfour.ConnectFour;
import bout.games.connectfour.ConnectFourPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

public final class ConnectFourBots {

    public static final List<HouseBot> ALL = List.of(
            bot("random", "Drops a disc into a random column that is not full.", random -> board -> any(board, random)),
            bot(
                    "greedy",
                    "Completes four in a row or stops its opponent from doing so; otherwise drops at random.",
                    random -> board -> greedy(board, random)),
            bot("planner", "Looks several moves ahead. The strongest house bot.", random -> new Planner()));

    private ConnectFourBots() {}

    private static HouseBot bot(
            String name, String sentence, Function<SeededRandom, Strategy<ConnectFourPosition, Integer>> maker) {
        return HouseBot.of(
                name, sentence, ask -> ConnectFour.readColumns(ask.get("columns")), maker, ConnectFour::answer);
    }

    private static int any(ConnectFourPosition board, SeededRandom random) {
        List<Integer> open = new ArrayList<>();
        for (int column = 0; column < ConnectFourPosition.COLUMNS; column++) {
            if (!board.isFull(column)) {
                open.add(column);
            }
        }
        return open.get(random.nextInt(open.size()));
    }

    private static int greedy(ConnectFourPosition board, SeededRandom random) {
        int winning = columnForFour(board, board.mover());
        int threatened = columnForFour(board, board.mover().other());
        return winning >= 0 ? winning : threatened >= 0 ? threatened : any(board, random);
    }

    /** The column in which a disc of this player makes four in a row, or -1 if there is none. */
    private static int columnForFour(ConnectFourPosition board, Seat seat) {
        for (int column = 0; column < ConnectFourPosition.COLUMNS; column++) {
            if (!board.isFull(column)) {
                int cell = board.drop(column, seat);
                boolean four = !board.rowThrough(cell).isEmpty();
                board.lift(column);
                if (four) {
                    return column;
                }
            }
        }
        return -1;
    }

    /**
     * Searches with alpha-beta pruning (D. Knuth and R. Moore, An Analysis of Alpha-Beta Pruning, 1975) and iterative
     * deepening. The search is limited by the number of boards instead of time, so it plays the same on every machine.
     */
    static final class Planner implements Strategy<ConnectFourPosition, Integer> {

        /** The number of boards to examine for a move, which takes a few milliseconds on the JVM. */
        static final int BOARDS = 2_000;

        private static final int WIN = 10_000;

        /** Centre columns first: they are part of more rows of four, and trying good moves first prunes more. */
        private static final int[] COLUMNS = {3, 2, 4, 1, 5, 0, 6};

        /** The value of a row of four cells in which only one player has discs, by the number of discs. */
        private static final int[] WORTH = {0, 1, 4, 16};

        private static final int[][] ROWS = rows();

        private ConnectFourPosition board;
        private int boards;

        @Override
        public Integer choose(ConnectFourPosition given) {
            board = given;
            boards = 0;
            int best = -1;
            for (int depth = 1; depth <= board.empty(); depth++) {
                int deeper = bestAtDepth(depth);
                if (deeper < 0) {
                    break;
                }
                best = deeper;
            }
            return best;
        }

        int boards() {
            return boards;
        }

        /** The best column at a search depth, or -1 if the limit of boards was reached. */
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

        /** The value of a drop for the player that is to move. Earlier wins are worth more. */
        private int worthOfDrop(int column, int depth, int alpha, int beta) {
            if (++boards > BOARDS) {
                return 0;
            }
            Seat seat = board.mover();
            int cell = board.drop(column, seat);
            int worth;
            if (!board.rowThrough(cell).isEmpty()) {
                worth = WIN - ConnectFourPosition.CELLS + depth;
            } else if (board.empty() == 0) {
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

        /** The value of the rows that a player can still complete, minus those of its opponent. */
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

        private static int[][] rows() {
            List<int[]> rows = new ArrayList<>();
            for (int[] direction : ConnectFourPosition.DIRECTIONS) {
                int step = ConnectFourPosition.cell(direction[0], direction[1]);
                for (int cell = 0; cell < ConnectFourPosition.CELLS; cell++) {
                    int lastColumn = ConnectFourPosition.column(cell) + 3 * direction[0];
                    int lastRow = ConnectFourPosition.row(cell) + 3 * direction[1];
                    if (ConnectFourPosition.isOnBoard(lastColumn, lastRow)) {
                        rows.add(new int[] {cell, cell + step, cell + 2 * step, cell + 3 * step});
                    }
                }
            }
            return rows.toArray(int[][]::new);
        }
    }
}
