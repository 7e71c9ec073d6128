package bout.games.ajaxtiles.bots;

import bout.games.ajaxtiles.Board;

/** A way to play: which tile to click next. A house bot is one of these behind the wire format. */
interface Strategy {

    /** Instead of a tile: a click off the board. */
    int PASS = -1;

    /**
     * @param board the board before the click; the strategy may not change it
     * @param colour the colour that is to move
     * @return the index of a tile, or {@link #PASS}
     */
    int choose(Board board, byte colour);
}
