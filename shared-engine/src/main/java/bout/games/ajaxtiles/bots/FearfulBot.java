package bout.games.ajaxtiles.bots;

import bout.engine.HouseBot.Strategy;
import bout.engine.SeededRandom;
import bout.games.ajaxtiles.AjaxTilesPosition;
import bout.games.ajaxtiles.Board;
import bout.games.ajaxtiles.Event;
import bout.games.ajaxtiles.bots.AjaxTilesBots.View;

/**
 * Grows as far from the enemy as possible. If the enemy can win a battle on its next turn, it nukes a tile of its own
 * border if that costs less than the battle.
 */
final class FearfulBot implements Strategy<View, Integer> {

    private static final int SAFE_STEPS = 4;

    private final SeededRandom random;
    private final Blobs blobs = new Blobs();
    private final Steps steps = new Steps();
    private final Board after = new Board();

    FearfulBot(SeededRandom random) {
        this.random = random;
    }

    @Override
    public Integer choose(View view) {
        int nuke = safestNuke(view);
        return nuke != AjaxTilesBots.PASS ? nuke : farthest(view);
    }

    /** The own tile to nuke that saves the most tiles from battles, or PASS if none saves more than it costs. */
    private int safestNuke(View view) {
        Board board = view.board();
        int losses = losses(board, view.colour());
        if (losses == 0) {
            return AjaxTilesBots.PASS;
        }
        return Choice.gain(random, view::isBorder, tile -> {
            after.become(board);
            AjaxTilesPosition.click(after, tile, view.colour());
            int saved = losses - losses(after, view.colour());
            return saved - (board.owned(view.colour()) - after.owned(view.colour()));
        });
    }

    /** The number of own tiles around empty tiles where the enemy would win a battle. */
    private int losses(Board board, byte colour) {
        blobs.look(board);
        byte enemy = Board.opponent(colour);
        int losses = 0;
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (board.tiles[tile] == Board.EMPTY && blobs.painting(tile, enemy) == Event.WON) {
                for (int neighbour : Board.around(tile)) {
                    losses += board.tiles[neighbour] == colour ? 1 : 0;
                }
            }
        }
        return losses;
    }

    private int farthest(View view) {
        blobs.look(view.board());
        steps.from(view.board(), view.enemy());
        return Choice.of(
                random,
                tile -> view.isPaintable(tile, blobs),
                tile -> (view.touchesOwn(tile) ? SAFE_STEPS : 0) + Math.min(steps.to(tile), SAFE_STEPS));
    }
}
