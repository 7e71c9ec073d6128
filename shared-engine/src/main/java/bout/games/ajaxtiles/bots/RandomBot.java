package bout.games.ajaxtiles.bots;

import bout.engine.SeededRandom;
import bout.games.ajaxtiles.Board;

/** Paints a random empty tile. */
final class RandomBot implements Strategy {

    private final SeededRandom random;

    RandomBot(SeededRandom random) {
        this.random = random;
    }

    @Override
    public int choose(Board board, byte colour) {
        Choice choice = new Choice(random);
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (board.tiles[tile] == Board.EMPTY) {
                choice.offer(tile, 0);
            }
        }
        return choice.best();
    }
}
