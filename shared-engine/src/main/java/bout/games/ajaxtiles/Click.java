package bout.games.ajaxtiles;

/** A move: a click at any pair of integers, on the board or off it. */
record Click(int x, int y) {

    /** The tile's index, or -1 off the board. */
    int tile() {
        return x >= 0 && x < Board.WIDTH && y >= 0 && y < Board.HEIGHT ? Board.index(x, y) : -1;
    }
}
