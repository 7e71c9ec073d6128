package bout.games.ajaxtiles;

/** A move: a click at any pair of integers, on the board or off it. */
public record Click(int x, int y) {

    /** The click at a pair of whole numbers of any size; those that no {@code int} holds become the nearest that is. */
    public static Click at(Number x, Number y) {
        return new Click(nearest(x.doubleValue()), nearest(y.doubleValue()));
    }

    private static int nearest(double whole) {
        // Not by the cast alone: what it makes of a number out of range is not the same on every host.
        return whole < Integer.MIN_VALUE
                ? Integer.MIN_VALUE
                : whole > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) whole;
    }

    /** The tile's index, or -1 off the board. */
    public int tile() {
        return x >= 0 && x < Board.WIDTH && y >= 0 && y < Board.HEIGHT ? Board.index(x, y) : -1;
    }
}
