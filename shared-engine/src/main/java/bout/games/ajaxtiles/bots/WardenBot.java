package bout.games.ajaxtiles.bots;

import bout.engine.SeededRandom;
import bout.games.ajaxtiles.AjaxTilesPosition;
import bout.games.ajaxtiles.Board;
import bout.games.ajaxtiles.Event;

/**
 * Shuts in the enemy with a {@link Fence} while the enemy's largest blob is larger than its own. Otherwise paints the
 * tile that gives the largest lead in owned tiles plus territory ({@link Ground}), looking one click ahead.
 */
final class WardenBot implements Strategy {

    private final SeededRandom random;
    private final Fence fence = new Fence();
    private final Blobs blobs = new Blobs();
    private final Steps steps = new Steps();
    private final Board after = new Board();
    private final Ground groundAfter = new Ground();

    WardenBot(SeededRandom random) {
        this.random = random;
    }

    @Override
    public int choose(Board board, byte colour) {
        blobs.look(board);
        if (blobs.largest(colour) < blobs.largest(Board.opponent(colour))) {
            int tile = fence.next(board, blobs, colour);
            if (tile != PASS) {
                return tile;
            }
        }
        return bestPainting(board, colour);
    }

    private int bestPainting(Board board, byte colour) {
        steps.from(board, colour);
        Choice choice = new Choice(random);
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (board.tiles[tile] == Board.EMPTY && growsOrOpens(tile) && blobs.painting(tile, colour) != Event.LOST) {
                after.become(board);
                AjaxTilesPosition.click(after, tile, colour);
                choice.offer(tile, worth(after, colour));
            }
        }
        return choice.best();
    }

    /** Whether painting the tile enlarges a blob, or claims territory that is otherwise unreachable. */
    private boolean growsOrOpens(int tile) {
        return steps.to(tile) == 1 || steps.to(tile) == Steps.UNREACHABLE;
    }

    private int worth(Board board, byte colour) {
        return board.owned(colour) - board.owned(Board.opponent(colour)) + groundAfter.lead(board, colour);
    }
}
