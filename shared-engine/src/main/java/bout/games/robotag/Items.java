package bout.games.robotag;

import java.util.Arrays;

/** The fuel tanks, or the mines, of an arena, in the order of the map's list. Taken ones leave the list. */
public final class Items {

    private final double[] x;
    private final double[] y;
    private final double[] value;

    /** The indices of the items that are left, in order; the first {@link #left} entries. */
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

    /** How many have not been taken. */
    public int left() {
        return left;
    }

    /** The index in the map's list of the n-th item that is left. */
    public int index(int n) {
        return remaining[n];
    }

    public double x(int index) {
        return x[index];
    }

    public double y(int index) {
        return y[index];
    }

    /** How much fuel the item adds or takes. */
    public double value(int index) {
        return value[index];
    }

    /**
     * Takes the first item in list order, not the nearest, that is within a distance of the robot.
     *
     * @return its index in the map's list, or -1 if none is in reach
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
