package bout.games.connectfour;

import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.Turn;
import java.util.ArrayList;
import java.util.List;

/** The rules of Connect Four, in the order of the guide. */
public final class ConnectFourRules {

    private static final int FOUR = 4;

    /** Why a match ended in which a player gave no valid move. */
    static final String FORFEIT = "forfeit";

    /** The directions of a row, as steps in columns and rows: horizontal, vertical and both diagonals. */
    private static final int[][] DIRECTIONS = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

    private ConnectFourRules() {}

    /** Player 1 moves first. The players take turns and drop one disc each. */
    static void play(ConnectFourState state, Turn<Integer> turn) {
        Seat seat = state.toMove();
        Integer column = turn.by(seat).move();
        state.turn++;
        if (column == null || state.isFull(column)) {
            forfeit(state, seat);
            return;
        }
        state.lastColumn = column;
        int cell = state.drop(column, seat);
        if (!four(state, cell, seat)) {
            full(state);
        }
    }

    /** Four discs of one player in a row win: horizontally, vertically or diagonally. */
    private static boolean four(ConnectFourState state, int cell, Seat seat) {
        state.four = rowThrough(state, cell);
        if (state.four.isEmpty()) {
            return false;
        }
        state.result = new Result(seat, seat == Seat.FIRST ? 1 : 0, seat == Seat.SECOND ? 1 : 0, "four");
        return true;
    }

    /** If the board is full and nobody has four in a row, the match is a draw. */
    private static void full(ConnectFourState state) {
        if (state.isFull()) {
            state.result = new Result(null, 0, 0, "full");
        }
    }

    /**
     * A player that names a column that is full or does not exist, or that gives no valid answer in time, loses at
     * once.
     */
    private static void forfeit(ConnectFourState state, Seat loser) {
        state.lastColumn = -1;
        state.result = new Result(loser.other(), 0, 0, FORFEIT);
    }

    /** The cells of the first row of four or more discs through a cell, in order; empty if there is none. */
    public static List<Integer> rowThrough(ConnectFourState state, int cell) {
        for (int[] direction : DIRECTIONS) {
            int before = reach(state, cell, -direction[0], -direction[1]);
            int length = before + 1 + reach(state, cell, direction[0], direction[1]);
            if (length >= FOUR) {
                List<Integer> row = new ArrayList<>(length);
                for (int i = -before; i < length - before; i++) {
                    row.add(ConnectFourState.cell(
                            ConnectFourState.column(cell) + i * direction[0],
                            ConnectFourState.row(cell) + i * direction[1]));
                }
                return row;
            }
        }
        return List.of();
    }

    /** The number of adjacent discs of the same player in one direction from a cell. */
    private static int reach(ConnectFourState state, int cell, int columns, int rows) {
        int disc = state.disc(cell);
        int reach = 0;
        int column = ConnectFourState.column(cell) + columns;
        int row = ConnectFourState.row(cell) + rows;
        while (column >= 0
                && column < ConnectFourState.COLUMNS
                && row >= 0
                && row < ConnectFourState.ROWS
                && state.disc(ConnectFourState.cell(column, row)) == disc) {
            reach++;
            column += columns;
            row += rows;
        }
        return reach;
    }
}
