package bout.games.ajaxtiles.bots;

import bout.games.ajaxtiles.Board;

/** How a house bot plays: chooses the tile to click. */
interface Strategy {

    /** Returned instead of a tile: click off the board. */
    int PASS = -1;

    /**
     * Chooses the next click.
     *
     * @param board the board before the click; the strategy must not change it
     * @param colour the colour that is to move
     * @return the index of a tile, or {@link #PASS}
     */
    int choose(Board board, byte colour);
}
