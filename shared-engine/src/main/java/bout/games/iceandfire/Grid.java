package bout.games.iceandfire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The immutable part of a map: which cells are land, which of them are mine spots, and the distances between cells.
 * Cell (x, y) has the index {@code y * SIZE + x}. Void cells are not neighbours of any cell.
 */
public final class Grid {

    public static final int SIZE = 12;
    public static final int CELLS = SIZE * SIZE;

    public static final int NONE = -1;

    static final int UP = 0;
    static final int RIGHT = 1;
    static final int DOWN = 2;
    static final int LEFT = 3;

    /** The second cell that player 1 owns at the start, because it moves second. */
    static final int SECOND_OWNED = cell(SIZE - 1, SIZE - 2);

    private static final int[] DX = {0, 1, 0, -1};
    private static final int[] DY = {-1, 0, 1, 0};

    private final boolean[] land;
    private final boolean[] mineSpot;

    /** For each cell, the land cells next to it, in the order up, right, down, left. */
    private final int[][] neighbours = new int[CELLS][];

    /** For each target, the steps to it from every cell; computed on first use. */
    private final int[][] stepsTo = new int[CELLS][];

    Grid(boolean[] land, boolean[] mineSpot) {
        this.land = land;
        this.mineSpot = mineSpot;
        for (int cell = 0; cell < CELLS; cell++) {
            int[] found = new int[4];
            int count = 0;
            for (int direction = 0; direction < 4; direction++) {
                if (neighbour(cell, direction) != NONE) {
                    found[count++] = neighbour(cell, direction);
                }
            }
            neighbours[cell] = Arrays.copyOf(found, count);
        }
    }

    /** The cell at (x, y), or {@link #NONE} if the position is off the map. */
    public static int cell(int x, int y) {
        return x >= 0 && x < SIZE && y >= 0 && y < SIZE ? y * SIZE + x : NONE;
    }

    public static int hq(int player) {
        return player == 0 ? 0 : CELLS - 1;
    }

    public static int x(int cell) {
        return cell % SIZE;
    }

    public static int y(int cell) {
        return cell / SIZE;
    }

    public boolean isLand(int cell) {
        return cell != NONE && land[cell];
    }

    public boolean isMineSpot(int cell) {
        return mineSpot[cell];
    }

    /** The mine spots as {@code [x, y]}, sorted by y, then x. */
    List<Object> mineSpots() {
        List<Object> spots = new ArrayList<>();
        for (int cell = 0; cell < CELLS; cell++) {
            if (mineSpot[cell]) {
                spots.add(List.of(x(cell), y(cell)));
            }
        }
        return spots;
    }

    /** The land cell next to a cell in a direction, or {@link #NONE} if there is none. */
    int neighbour(int cell, int direction) {
        int beside = cell(x(cell) + DX[direction], y(cell) + DY[direction]);
        return isLand(beside) ? beside : NONE;
    }

    /** The land cells next to a cell, in the order up, right, down, left. */
    public int[] neighbours(int cell) {
        return neighbours[cell];
    }

    /** Whether one of the land cells next to a cell fits. */
    public boolean anyNeighbour(int cell, IntPredicate fits) {
        for (int neighbour : neighbours[cell]) {
            if (fits.test(neighbour)) {
                return true;
            }
        }
        return false;
    }

    static boolean adjacent(int one, int other) {
        return Math.abs(x(one) - x(other)) + Math.abs(y(one) - y(other)) == 1;
    }

    /** The number of steps over land from each cell to the target; {@code Integer.MAX_VALUE} if there is no path. */
    public int[] stepsTo(int target) {
        if (stepsTo[target] == null) {
            stepsTo[target] = breadthFirst(target);
        }
        return stepsTo[target];
    }

    private int[] breadthFirst(int target) {
        int[] steps = new int[CELLS];
        Arrays.fill(steps, Integer.MAX_VALUE);
        int[] queue = new int[CELLS];
        int head = 0;
        int tail = 0;
        queue[tail++] = target;
        steps[target] = 0;
        while (head < tail) {
            int cell = queue[head++];
            for (int neighbour : neighbours[cell]) {
                if (steps[neighbour] == Integer.MAX_VALUE) {
                    steps[neighbour] = steps[cell] + 1;
                    queue[tail++] = neighbour;
                }
            }
        }
        return steps;
    }
}
