package bout.games.ajaxtiles.bots;

import bout.games.ajaxtiles.Board;
import bout.games.ajaxtiles.Event;

/**
 * Plans columns of nukes that shut in the enemy's largest blob, so that it cannot attack. Four nukes can close a whole
 * column, because each one also contaminates the tiles above and below it. Painting an isolated tile and nuking it
 * takes two clicks.
 */
final class Fence {

    /** A fence is only built if its gain exceeds this: open tiles outside, minus open tiles inside, minus clicks. */
    private static final int LEAST_GAIN = -20;

    /**
     * The assumed number of clicks that the enemy needs for one step towards the fence, which it does not know about.
     * Tuned in matches: with 5 or 15, the bot loses one match in ten against {@code contain}.
     */
    private static final int CLICKS_PER_ENEMY_STEP = 7;

    private static final int IMPOSSIBLE = -1;

    private final Steps enemySteps = new Steps();
    private final int[] clicks = new int[Board.WIDTH];
    private final int[] nextTile = new int[Board.WIDTH];
    private final int[] nextTileSteps = new int[Board.WIDTH];
    private final int[] openLeftOf = new int[Board.WIDTH + 1];

    /** The next click to build the best fence; PASS if no fence is worth building or the best one is complete. */
    int next(Board board, Blobs blobs, byte colour) {
        byte enemy = Board.opponent(colour);
        if (blobs.largest(enemy) == 0) {
            return AjaxTilesBots.PASS;
        }
        enemySteps.from(board, enemy);
        int first = Board.WIDTH;
        int last = 0;
        for (int x = 0; x < Board.WIDTH; x++) {
            int open = 0;
            for (int y = 0; y < Board.HEIGHT; y++) {
                int tile = Board.index(x, y);
                open += board.isBarred(tile) ? 0 : 1;
                if (board.tiles[tile] == enemy && blobs.inLargest(tile)) {
                    first = Math.min(first, x);
                    last = x;
                }
            }
            openLeftOf[x + 1] = openLeftOf[x] + open;
            survey(board, blobs, colour, x);
        }
        return best(first, last);
    }

    /** Counts the clicks that close the column, and finds the most urgent one: the one closest to the enemy. */
    private void survey(Board board, Blobs blobs, byte colour, int x) {
        clicks[x] = 0;
        nextTile[x] = AjaxTilesBots.PASS;
        nextTileSteps[x] = Steps.UNREACHABLE;
        for (int y = 0; y < Board.HEIGHT; y++) {
            if (board.isBarred(Board.index(x, y))) {
                continue;
            }
            int nuke = y + 1 < Board.HEIGHT && canNuke(board, blobs, colour, Board.index(x, y + 1)) ? y + 1 : y;
            int tile = Board.index(x, nuke);
            if (!canNuke(board, blobs, colour, tile)) {
                clicks[x] = IMPOSSIBLE;
                return;
            }
            clicks[x] += board.tiles[tile] == colour ? 1 : 2;
            int steps = Steps.UNREACHABLE;
            for (int barred = Math.max(nuke - 1, 0); barred <= Math.min(nuke + 1, Board.HEIGHT - 1); barred++) {
                steps = Math.min(steps, enemySteps.to(Board.index(x, barred)));
            }
            if (nextTile[x] == AjaxTilesBots.PASS || steps < nextTileSteps[x]) {
                nextTile[x] = tile;
                nextTileSteps[x] = steps;
            }
            y = nuke + 1;
        }
    }

    /** Whether the tile can be nuked, either now or after painting it without a battle. */
    private static boolean canNuke(Board board, Blobs blobs, byte colour, int tile) {
        return board.tiles[tile] == colour
                || board.tiles[tile] == Board.EMPTY && blobs.painting(tile, colour) == Event.PAINT;
    }

    /** The most urgent click of the best fence: a column on each side of the enemy, or the edge of the board. */
    private int best(int first, int last) {
        int best = AjaxTilesBots.PASS;
        int bestGain = LEAST_GAIN;
        for (int left = -1; left < first; left++) {
            for (int right = last + 1; right <= Board.WIDTH; right++) {
                int clicksLeft = left < 0 ? 0 : clicks[left];
                int clicksRight = right == Board.WIDTH ? 0 : clicks[right];
                if (clicksLeft == IMPOSSIBLE || clicksRight == IMPOSSIBLE) {
                    continue;
                }
                boolean leftFirst = clicksLeft > 0 && (clicksRight == 0 || nextTileSteps[left] <= nextTileSteps[right]);
                int column = leftFirst ? left : clicksRight > 0 ? right : -1;
                int inside = openLeftOf[right] - openLeftOf[left + 1];
                int outside = (left < 0 ? 0 : openLeftOf[left])
                        + (right == Board.WIDTH ? 0 : openLeftOf[Board.WIDTH] - openLeftOf[right + 1]);
                int gain = outside - inside - clicksLeft - clicksRight;
                boolean inTime =
                        column < 0 || (nextTileSteps[column] - 1) * CLICKS_PER_ENEMY_STEP >= clicksLeft + clicksRight;
                if (gain > bestGain && inTime) {
                    bestGain = gain;
                    best = column < 0 ? AjaxTilesBots.PASS : nextTile[column];
                }
            }
        }
        return best;
    }
}
