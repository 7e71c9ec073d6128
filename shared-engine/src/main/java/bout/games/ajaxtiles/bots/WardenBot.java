package bout.games.ajaxtiles.bots;

import bout.engine.HouseBot.Strategy;
import bout.engine.SeededRandom;
import bout.games.ajaxtiles.AjaxTilesPosition;
import bout.games.ajaxtiles.Board;
import bout.games.ajaxtiles.bots.AjaxTilesBots.View;

/**
 * Shuts in the enemy with a {@link Fence} while the enemy's largest blob is larger than its own. Otherwise paints the
 * tile that gives the largest lead in owned tiles plus territory, looking one click ahead. Territory are empty tiles
 * that one is closer to than the other.
 */
final class WardenBot implements Strategy<View, Integer> {

    private final SeededRandom random;
    private final Fence fence = new Fence();
    private final Blobs blobs = new Blobs();
    private final Steps steps = new Steps();
    private final Board after = new Board();
    private final Steps ownSteps = new Steps();
    private final Steps enemySteps = new Steps();

    WardenBot(SeededRandom random) {
        this.random = random;
    }

    @Override
    public Integer choose(View view) {
        blobs.look(view.board());
        if (blobs.largest(view.colour()) < blobs.largest(view.enemy())) {
            int tile = fence.next(view.board(), blobs, view.colour());
            if (tile != AjaxTilesBots.PASS) {
                return tile;
            }
        }
        steps.from(view.board(), view.colour());
        return Choice.of(
                random, tile -> growsOrOpens(tile) && view.isPaintable(tile, blobs), tile -> worth(view, tile));
    }

    /** Whether painting the tile enlarges a blob, or claims territory that is otherwise unreachable. */
    private boolean growsOrOpens(int tile) {
        return steps.to(tile) == 1 || steps.to(tile) == Steps.UNREACHABLE;
    }

    private int worth(View view, int tile) {
        after.become(view.board());
        AjaxTilesPosition.click(after, tile, view.colour());
        ownSteps.from(after, view.colour());
        enemySteps.from(after, view.enemy());
        int lead = after.owned(view.colour()) - after.owned(view.enemy());
        for (int empty = 0; empty < Board.TILES; empty++) {
            if (after.tiles[empty] == Board.EMPTY) {
                lead += Integer.signum(enemySteps.to(empty) - ownSteps.to(empty));
            }
        }
        return lead;
    }
}
