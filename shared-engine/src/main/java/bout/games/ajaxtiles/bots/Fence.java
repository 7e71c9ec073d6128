package bout.games.ajaxtiles.bots;

import bout.games.ajaxtiles.Board;
import bout.games.ajaxtiles.Event;

/**
 * Finds where nukes shut the enemy's largest blob in. Four nukes below one another bar a whole column, for each nuke bars
 * the tile above and below it too, and painting a lone tile and nuking it costs two clicks and no other tile; behind
 * such a fence a larger blob cannot attack.
 */
final class Fence {

    /** A fence is worth building when the ground outside is at most this much smaller than the ground inside. */
    private static final int LEAST_GAIN = -20;

    /**
     * How many clicks the enemy is taken to need for a step towards a fence of which it does not know. Found by play: with
     * 5 or 15, one game in ten against {@code contain} is lost.
     */
    private static final int CLICKS_PER_ENEMY_STEP = 7;

    private static final int IMPOSSIBLE = -1;

    private final Steps enemySteps = new Steps();
    private final int[] clicks = new int[Board.WIDTH];
    private final int[] nextTile = new int[Board.WIDTH];
    private final int[] nextTileSteps = new int[Board.WIDTH];
    private final int[] openLeftOf = new int[Board.WIDTH + 1];

    /**
     * The next click for the best fence.
     *
     * @param blobs those of the board
     * @return a tile, or {@link Strategy#PASS} when no fence is worth it or the best one stands
     */
    int next(Board board, Blobs blobs, byte colour) {
        byte enemy = Board.opponent(colour);
        if (blobs.largest(enemy) == 0) {
            return Strategy.PASS;
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

    /** How many clicks bar the column, and which is the most urgent: the one that the enemy is closest to. */
    private void survey(Board board, Blobs blobs, byte colour, int x) {
        clicks[x] = 0;
        nextTile[x] = Strategy.PASS;
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
            if (nextTile[x] == Strategy.PASS || steps < nextTileSteps[x]) {
                nextTile[x] = tile;
                nextTileSteps[x] = steps;
            }
            y = nuke + 1;
        }
    }

    /** Whether the tile can be nuked: now, or after it was painted where no enemy is around. */
    private static boolean canNuke(Board board, Blobs blobs, byte colour, int tile) {
        return board.tiles[tile] == colour
                || board.tiles[tile] == Board.EMPTY && blobs.painting(tile, colour) == Event.PAINT;
    }

    /** Of all pairs of a column left and right of the enemy, or the board's edge, the one that leaves it the least. */
    private int best(int first, int last) {
        int best = Strategy.PASS;
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
                    best = column < 0 ? Strategy.PASS : nextTile[column];
                }
            }
        }
        return best;
    }
}
