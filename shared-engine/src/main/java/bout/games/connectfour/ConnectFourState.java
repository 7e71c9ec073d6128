package bout.games.connectfour;

import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.StateHash;
import java.util.List;

/** The state of a match of Connect Four. Cells are numbered column by column from the left, each from the bottom. */
public final class ConnectFourState {

    public static final int COLUMNS = 7;
    public static final int ROWS = 6;
    public static final int CELLS = COLUMNS * ROWS;

    /** For each cell, the number of the seat whose disc is on it, or 0. */
    private final byte[] discs;

    private final int[] heights = new int[COLUMNS];
    private int dropped;

    int turn;
    Result result;

    /** The column of the last disc, for pictures; -1 if there is none. */
    int lastColumn = -1;

    /** The cells of the winning row, in order; empty if there is none. */
    List<Integer> four = List.of();

    /** Creates a state that uses this array; does not copy it. There must be no gaps below discs. */
    ConnectFourState(byte[] discs) {
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

    static int column(int cell) {
        return cell / ROWS;
    }

    static int row(int cell) {
        return cell % ROWS;
    }

    /** The number of the seat whose disc is on the cell, or 0. */
    public int disc(int cell) {
        return discs[cell];
    }

    /** The number of discs in a column. */
    public int height(int column) {
        return heights[column];
    }

    public boolean isFull(int column) {
        return heights[column] == ROWS;
    }

    public boolean isFull() {
        return dropped == CELLS;
    }

    /** Player 1 moves first. An opening has the same number of discs of both players. */
    public Seat toMove() {
        return dropped % 2 == 0 ? Seat.FIRST : Seat.SECOND;
    }

    /**
     * Drops a disc.
     *
     * @param column a column that is not full
     * @return the cell that the disc falls to
     */
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

    void hash(StateHash hash) {
        hash.add(turn).add(discs).add(result == null ? 0 : 1);
    }
}
