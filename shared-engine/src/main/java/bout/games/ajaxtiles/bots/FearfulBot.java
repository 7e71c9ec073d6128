package bout.games.ajaxtiles.bots;

import bout.engine.SeededRandom;
import bout.games.ajaxtiles.AjaxTilesPosition;
import bout.games.ajaxtiles.Board;
import bout.games.ajaxtiles.Event;

/**
 * Grows as far from the enemy as possible. If the enemy can win a battle on its next turn, it nukes a tile of its own
 * border if that costs less than the battle.
 */
final class FearfulBot implements Strategy {

    /** An enemy that is at least this many steps away is ignored. */
    private static final int SAFE_STEPS = 4;

    private final SeededRandom random;
    private final Blobs blobs = new Blobs();
    private final Steps steps = new Steps();
    private final Board after = new Board();

    FearfulBot(SeededRandom random) {
        this.random = random;
    }

    @Override
    public int choose(Board board, byte colour) {
        blobs.look(board);
        int nuke = safestNuke(board, colour);
        return nuke != PASS ? nuke : farthest(board, colour);
    }

    /** The own tile to nuke that saves the most tiles from battles, or PASS if none saves more than it costs. */
    private int safestNuke(Board board, byte colour) {
        int losses = losses(board, colour);
        Choice choice = new Choice(random);
        if (losses > 0) {
            for (int tile = 0; tile < Board.TILES; tile++) {
                if (board.tiles[tile] == colour && board.touches(tile, Board.EMPTY)) {
                    after.become(board);
                    AjaxTilesPosition.click(after, tile, colour);
                    int saved = losses - losses(after, colour);
                    int cost = board.owned(colour) - after.owned(colour);
                    if (saved > cost) {
                        choice.offer(tile, saved - cost);
                    }
                }
            }
        }
        blobs.look(board);
        return choice.best();
    }

    /** The number of own tiles around empty tiles where the enemy would win a battle. */
    private int losses(Board board, byte colour) {
        blobs.look(board);
        byte enemy = Board.opponent(colour);
        int losses = 0;
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (board.tiles[tile] == Board.EMPTY && blobs.painting(tile, enemy) == Event.WON) {
                for (int neighbour : Board.around(tile)) {
                    if (board.tiles[neighbour] == colour) {
                        losses++;
                    }
                }
            }
        }
        return losses;
    }

    private int farthest(Board board, byte colour) {
        steps.from(board, Board.opponent(colour));
        Choice choice = new Choice(random);
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (board.tiles[tile] == Board.EMPTY && blobs.painting(tile, colour) != Event.LOST) {
                int distance = Math.min(steps.to(tile), SAFE_STEPS);
                choice.offer(tile, (board.touches(tile, colour) ? SAFE_STEPS : 0) + distance);
            }
        }
        return choice.best();
    }
}
