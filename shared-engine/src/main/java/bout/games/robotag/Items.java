package bout.games.robotag;

import java.util.Arrays;

/** All fuel tanks or all mines of an arena, in the order of the map's list. Taken items are removed. */
public final class Items {

    private final double[] x;
    private final double[] y;
    private final double[] value;

    /** The indices of the remaining items, in order. Only the first {@link #left} entries are valid. */
    private final int[] remaining;

    private int left;

    public Items(double[] x, double[] y, double[] value) {
        this.x = x;
        this.y = y;
        this.value = value;
        this.left = x.length;
        this.remaining = new int[left];
        Arrays.setAll(remaining, i -> i);
    }

    /** The number of remaining items. */
    public int left() {
        return left;
    }

    /** The index in the map's list of the n-th remaining item, from 0. */
    public int index(int n) {
        return remaining[n];
    }

    public double x(int index) {
        return x[index];
    }

    public double y(int index) {
        return y[index];
    }

    /** The amount of fuel that the item adds or removes. */
    public double value(int index) {
        return value[index];
    }

    /**
     * Removes the first item of the list (not the nearest one) that is within the given distance of the robot.
     *
     * @return the item's index in the map's list, or -1 if no item is within the distance
     */
    public int takeFirstWithin(double distance, Robot robot) {
        for (int n = 0; n < left; n++) {
            int index = remaining[n];
            if (Step.distance(robot.x, robot.y, x[index], y[index]) <= distance) {
                System.arraycopy(remaining, n + 1, remaining, n, left - n - 1);
                left--;
                return index;
            }
        }
        return -1;
    }
}
