package bout.games.ajaxtiles.bots;

import bout.engine.HouseBot.Strategy;
import bout.engine.SeededRandom;
import bout.games.ajaxtiles.AjaxTilesPosition;
import bout.games.ajaxtiles.Board;
import bout.games.ajaxtiles.bots.AjaxTilesBots.View;

/**
 * Grows towards the enemy to block it. Nukes one of its own tiles if that cuts the enemy off from more than twice as
 * many empty tiles as it costs.
 */
final class ContainBot implements Strategy<View, Integer> {

    private final SeededRandom random;
    private final Blobs blobs = new Blobs();
    private final Steps enemySteps = new Steps();
    private final Steps ownSteps = new Steps();
    private final Board after = new Board();

    ContainBot(SeededRandom random) {
        this.random = random;
    }

    @Override
    public Integer choose(View view) {
        int nuke = shuttingNuke(view);
        return nuke != AjaxTilesBots.PASS ? nuke : closest(view);
    }

    /** The own tile to nuke that cuts off the enemy most, or PASS if none is worth its cost. */
    private int shuttingNuke(View view) {
        Board board = view.board();
        byte colour = view.colour();
        if (board.owned(view.enemy()) == 0) {
            return AjaxTilesBots.PASS;
        }
        int reachable = enemySteps.from(board, view.enemy()).reachable(board);
        int ownReachable = ownSteps.from(board, colour).reachable(board);
        return Choice.gain(random, view::isBorder, tile -> {
            after.become(board);
            AjaxTilesPosition.click(after, tile, colour);
            int shutOff = reachable - enemySteps.from(after, view.enemy()).reachable(after);
            int cost = board.owned(colour) - after.owned(colour);
            int ownShutOff = ownReachable - ownSteps.from(after, colour).reachable(after);
            return shutOff - 2 * (cost + ownShutOff);
        });
    }

    private int closest(View view) {
        blobs.look(view.board());
        enemySteps.from(view.board(), view.enemy());
        return Choice.of(
                random,
                tile -> view.isPaintable(tile, blobs),
                tile -> (view.touchesOwn(tile) ? Steps.UNREACHABLE : 0) - enemySteps.to(tile));
    }
}
