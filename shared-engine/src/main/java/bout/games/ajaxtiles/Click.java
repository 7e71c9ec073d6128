package bout.games.ajaxtiles;

/** A move: a click on any position, on or off the board. */
public record Click(int x, int y) {

    /** A click on whole numbers of any size: one outside the range of {@code int} becomes the nearest {@code int}. */
    public static Click at(Number x, Number y) {
        return new Click(nearest(x.doubleValue()), nearest(y.doubleValue()));
    }

    private static int nearest(double whole) {
        // Casting a double that is out of range gives different results on different hosts.
        return whole < Integer.MIN_VALUE
                ? Integer.MIN_VALUE
                : whole > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) whole;
    }

    /** The index of the tile, or -1 if the position is off the board. */
    public int tile() {
        return x >= 0 && x < Board.WIDTH && y >= 0 && y < Board.HEIGHT ? Board.index(x, y) : -1;
    }
}
