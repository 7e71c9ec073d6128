package bout.games.ajaxtiles.bots;

import bout.engine.SeededRandom;
import bout.games.ajaxtiles.AjaxTilesPosition;
import bout.games.ajaxtiles.Board;
import bout.games.ajaxtiles.Event;

/**
 * Grows towards the enemy to block it. Nukes one of its own tiles if that cuts the enemy off from more than twice as
 * many empty tiles as it costs.
 */
final class ContainBot implements Strategy {

    private final SeededRandom random;
    private final Blobs blobs = new Blobs();
    private final Steps enemySteps = new Steps();
    private final Steps ownSteps = new Steps();
    private final Board after = new Board();

    ContainBot(SeededRandom random) {
        this.random = random;
    }

    @Override
    public int choose(Board board, byte colour) {
        int nuke = shuttingNuke(board, colour);
        return nuke != PASS ? nuke : closest(board, colour);
    }

    /** The own tile to nuke that cuts off the enemy most, or PASS if none is worth its cost. */
    private int shuttingNuke(Board board, byte colour) {
        byte enemy = Board.opponent(colour);
        Choice choice = new Choice(random);
        if (board.owned(enemy) == 0) {
            return PASS;
        }
        int reachable = enemySteps.from(board, enemy).reachable(board);
        int ownReachable = ownSteps.from(board, colour).reachable(board);
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (board.tiles[tile] == colour && board.touches(tile, Board.EMPTY)) {
                after.become(board);
                AjaxTilesPosition.click(after, tile, colour);
                int shutOff = reachable - enemySteps.from(after, enemy).reachable(after);
                int cost = board.owned(colour)
                        - after.owned(colour)
                        + ownReachable
                        - ownSteps.from(after, colour).reachable(after);
                if (shutOff > 2 * cost) {
                    choice.offer(tile, shutOff - 2 * cost);
                }
            }
        }
        return choice.best();
    }

    private int closest(Board board, byte colour) {
        blobs.look(board);
        enemySteps.from(board, Board.opponent(colour));
        Choice choice = new Choice(random);
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (board.tiles[tile] == Board.EMPTY && blobs.painting(tile, colour) != Event.LOST) {
                choice.offer(tile, (board.touches(tile, colour) ? Steps.UNREACHABLE : 0) - enemySteps.to(tile));
            }
        }
        return choice.best();
    }
}
