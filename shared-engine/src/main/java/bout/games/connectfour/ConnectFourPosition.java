package bout.games.connectfour;

import bout.engine.Action;
import bout.engine.Plain;
import bout.engine.Position;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.StateHash;
import bout.engine.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A match of Connect Four and its rules, in the order of the guide. Cells are numbered column by column from the left,
 * each from the bottom.
 */
public final class ConnectFourPosition extends Position<Integer> {

    private static final int FOUR = 4;

    static final String FORFEIT = "forfeit";

    /** The directions of a row, as steps in columns and rows: horizontal, vertical and both diagonals. */
    public static final int[][] DIRECTIONS = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

    public static final int COLUMNS = 7;
    public static final int ROWS = 6;
    public static final int CELLS = COLUMNS * ROWS;

    /** For each cell, the number of the seat whose disc is on it, or 0. */
    private final byte[] discs;

    private final int[] heights = new int[COLUMNS];
    private int dropped;

    int turn;

    /** The column of the last disc, for pictures; -1 if there is none. */
    int lastColumn = -1;

    /** The cells of the winning row, in order; empty if there is none. */
    List<Integer> four = List.of();

    /** Creates a state that uses this array; does not copy it. There must be no gaps below discs. */
    ConnectFourPosition(byte[] discs) {
        this.discs = discs;
        for (int cell = 0; cell < CELLS; cell++) {
            if (discs[cell] != 0) {
                heights[column(cell)]++;
                dropped++;
            }
        }
    }

    public static int cell(int column, int row) {
        return column * ROWS + row;
    }

    public static int column(int cell) {
        return cell / ROWS;
    }

    public static int row(int cell) {
        return cell % ROWS;
    }

    public static boolean isOnBoard(int column, int row) {
        return column >= 0 && column < COLUMNS && row >= 0 && row < ROWS;
    }

    public int disc(int cell) {
        return discs[cell];
    }

    public boolean isFull(int column) {
        return heights[column] == ROWS;
    }

    /** The number of empty cells. */
    public int empty() {
        return CELLS - dropped;
    }

    /** Player 1 moves first. An opening has the same number of discs of both players. */
    @Override
    public Seat mover() {
        return dropped % 2 == 0 ? Seat.FIRST : Seat.SECOND;
    }

    /** Drops a disc into a column that is not full, and returns the cell that it falls to. */
    public int drop(int column, Seat seat) {
        int cell = cell(column, heights[column]++);
        discs[cell] = (byte) seat.number();
        dropped++;
        return cell;
    }

    /** Removes the top disc of a column, so that bots can look ahead. */
    public void lift(int column) {
        discs[cell(column, --heights[column])] = 0;
        dropped--;
    }

    @Override
    public void hash(StateHash hash) {
        hash.add(turn).add(discs).add(result == null ? 0 : 1);
    }

    /** Player 1 moves first. The players take turns and drop one disc each. */
    @Override
    public void play(Turn<Integer> actions) {
        Seat seat = mover();
        Integer column = actions.by(seat).move();
        turn++;
        if (column == null || isFull(column)) {
            forfeit(seat);
            return;
        }
        lastColumn = column;
        four(drop(column, seat), seat);
        full();
    }

    /** Four discs of one player in a row win: horizontally, vertically or diagonally. */
    private void four(int cell, Seat seat) {
        four = rowThrough(cell);
        if (!four.isEmpty()) {
            result = Result.of(seat, seat == Seat.FIRST ? 1 : 0, seat == Seat.SECOND ? 1 : 0, "four");
        }
    }

    /** If the board is full and nobody has four in a row, the match is a draw. */
    private void full() {
        if (empty() == 0 && four.isEmpty()) {
            result = Result.of(null, 0, 0, "full");
        }
    }

    /**
     * A player that names a column that is full or does not exist, or that gives no valid answer in time, loses at
     * once.
     */
    private void forfeit(Seat loser) {
        lastColumn = -1;
        result = Result.of(loser.other(), 0, 0, FORFEIT);
    }

    /** The cells of the first row of four or more discs through a cell, in order; empty if there is none. */
    public List<Integer> rowThrough(int cell) {
        for (int[] direction : DIRECTIONS) {
            int before = reach(cell, -direction[0], -direction[1]);
            int length = before + 1 + reach(cell, direction[0], direction[1]);
            if (length >= FOUR) {
                List<Integer> row = new ArrayList<>(length);
                for (int i = -before; i < length - before; i++) {
                    row.add(cell(column(cell) + i * direction[0], row(cell) + i * direction[1]));
                }
                return row;
            }
        }
        return List.of();
    }

    /** The number of adjacent discs of the same player in one direction from a cell. */
    private int reach(int cell, int columns, int rows) {
        int disc = disc(cell);
        int reach = 0;
        int column = column(cell) + columns;
        int row = row(cell) + rows;
        while (isOnBoard(column, row) && disc(cell(column, row)) == disc) {
            reach++;
            column += columns;
            row += rows;
        }
        return reach;
    }

    @Override
    public Map<String, Object> request(Seat seat) {
        return Plain.object("you", seat.number(), "columns", columns());
    }

    @Override
    public Action<Integer> read(Seat seat, Object answer) {
        return ConnectFour.readAnswer(this, answer);
    }

    @Override
    public Object picture() {
        Integer column = lastColumn < 0 ? null : lastColumn;
        List<List<Integer>> cells =
                four.stream().map(cell -> List.of(column(cell), row(cell))).toList();
        return Plain.object("turn", turn, "columns", columns(), "column", column, "four", cells);
    }

    private List<List<Object>> columns() {
        return Plain.columns(COLUMNS, ROWS, this::disc);
    }
}
