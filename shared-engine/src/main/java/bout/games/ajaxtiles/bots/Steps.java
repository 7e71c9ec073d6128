package bout.games.ajaxtiles.bots;

import bout.games.ajaxtiles.Board;
import java.util.Arrays;

/** Counts how many tiles a colour must paint, one after the other, to own a tile. Reused like {@link Blobs}. */
final class Steps {

    static final int UNREACHABLE = Board.TILES;

    private final int[] steps = new int[Board.TILES];
    private final int[] queue = new int[Board.TILES];

    /** Counts the steps from all tiles of the colour, through empty tiles. */
    Steps from(Board board, byte colour) {
        Arrays.fill(steps, UNREACHABLE);
        int end = 0;
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (board.tiles[tile] == colour) {
                steps[tile] = 0;
                queue[end++] = tile;
            }
        }
        for (int next = 0; next < end; next++) {
            int tile = queue[next];
            for (int neighbour : Board.around(tile)) {
                if (board.tiles[neighbour] == Board.EMPTY && steps[neighbour] == UNREACHABLE) {
                    steps[neighbour] = steps[tile] + 1;
                    queue[end++] = neighbour;
                }
            }
        }
        return this;
    }

    /** The number of steps to a tile: 0 for an own tile, {@link #UNREACHABLE} if there is no path. */
    int to(int tile) {
        return steps[tile];
    }

    int reachable(Board board) {
        int reachable = 0;
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (board.tiles[tile] == Board.EMPTY && steps[tile] != UNREACHABLE) {
                reachable++;
            }
        }
        return reachable;
    }
}
