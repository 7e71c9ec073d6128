package bout.games.ajaxtiles.bots;

import bout.games.ajaxtiles.Board;
import bout.games.ajaxtiles.Event;
import java.util.Arrays;

/** Finds the blobs of a board and predicts battles. Objects are reused to avoid allocation. */
final class Blobs {

    /** For each tile, the number of its blob (from 1), or 0 if nobody owns the tile. */
    private final int[] blobOf = new int[Board.TILES];

    private final int[] sizes = new int[Board.TILES + 1];
    private byte[] tiles;
    private int blobs;
    private int largestRed;
    private int largestBlue;

    Blobs look(Board board) {
        tiles = board.tiles;
        Arrays.fill(blobOf, 0);
        blobs = 0;
        largestRed = 0;
        largestBlue = 0;
        for (int tile = 0; tile < Board.TILES; tile++) {
            byte colour = tiles[tile];
            if ((colour == Board.RED || colour == Board.BLUE) && blobOf[tile] == 0) {
                sizes[++blobs] = board.blob(tile, colour, blobOf, blobs);
                if (colour == Board.RED) {
                    if (largestRed == 0 || sizes[blobs] > sizes[largestRed]) {
                        largestRed = blobs;
                    }
                } else if (largestBlue == 0 || sizes[blobs] > sizes[largestBlue]) {
                    largestBlue = blobs;
                }
            }
        }
        return this;
    }

    int largest(byte colour) {
        int blob = colour == Board.RED ? largestRed : largestBlue;
        return blob == 0 ? 0 : sizes[blob];
    }

    /** Whether the tile belongs to the largest blob of its colour (the first one, if several are equally large). */
    boolean inLargest(int tile) {
        return blobOf[tile] != 0 && (blobOf[tile] == largestRed || blobOf[tile] == largestBlue);
    }

    /** The result of painting an empty tile: {@code PAINT}, {@code WON} or {@code LOST}. */
    Event painting(int tile, byte colour) {
        byte enemy = Board.opponent(colour);
        int strongest = 0;
        for (int neighbour : Board.around(tile)) {
            if (tiles[neighbour] == enemy) {
                strongest = Math.max(strongest, sizes[blobOf[neighbour]]);
            }
        }
        if (strongest == 0) {
            return Event.PAINT;
        }
        return joined(tile, colour) > strongest ? Event.WON : Event.LOST;
    }

    int joined(int tile, byte colour) {
        int size = 1;
        int[] around = Board.around(tile);
        for (int i = 0; i < around.length; i++) {
            if (tiles[around[i]] == colour && !metBefore(around, i)) {
                size += sizes[blobOf[around[i]]];
            }
        }
        return size;
    }

    private boolean metBefore(int[] around, int i) {
        for (int before = 0; before < i; before++) {
            if (blobOf[around[before]] == blobOf[around[i]]) {
                return true;
            }
        }
        return false;
    }
}
