package bout.games.ajaxtiles.bots;

import bout.engine.SeededRandom;
import bout.games.ajaxtiles.Board;
import bout.games.ajaxtiles.Event;

/** Paints an empty tile where it does not lose a battle; prefers tiles next to its own. */
final class ExpandBot implements Strategy {

    private final SeededRandom random;
    private final Blobs blobs = new Blobs();

    ExpandBot(SeededRandom random) {
        this.random = random;
    }

    @Override
    public int choose(Board board, byte colour) {
        blobs.look(board);
        Choice choice = new Choice(random);
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (board.tiles[tile] == Board.EMPTY && blobs.painting(tile, colour) != Event.LOST) {
                choice.offer(tile, board.touches(tile, colour) ? 1 : 0);
            }
        }
        return choice.best();
    }
}
