package bout.games.ajaxtiles.bots;

import bout.games.ajaxtiles.Board;
import java.util.Arrays;

/** Measures territory: which colour is closer to each empty tile, in tiles to paint. Reused like {@link Blobs}. */
final class Ground {

    private final int[] steps = new int[Board.TILES];

    /** +1 for red, -1 for blue, 0 for a tile that is equally far from both or that neither can reach. */
    private final int[] side = new int[Board.TILES];

    private final int[] queue = new int[Board.TILES];

    /** The number of empty tiles that are closer to this colour, minus the number that are closer to its enemy. */
    int lead(Board board, byte colour) {
        Arrays.fill(steps, Steps.UNREACHABLE);
        int end = 0;
        for (int tile = 0; tile < Board.TILES; tile++) {
            byte owner = board.tiles[tile];
            if (owner == Board.RED || owner == Board.BLUE) {
                steps[tile] = 0;
                side[tile] = owner == Board.RED ? 1 : -1;
                queue[end++] = tile;
            }
        }
        int lead = 0;
        for (int next = 0; next < end; next++) {
            int tile = queue[next];
            if (steps[tile] > 0) {
                lead += side[tile];
            }
            for (int neighbour : Board.around(tile)) {
                if (board.tiles[neighbour] != Board.EMPTY) {
                    continue;
                }
                if (steps[neighbour] == Steps.UNREACHABLE) {
                    steps[neighbour] = steps[tile] + 1;
                    side[neighbour] = side[tile];
                    queue[end++] = neighbour;
                } else if (steps[neighbour] == steps[tile] + 1 && side[neighbour] != side[tile]) {
                    side[neighbour] = 0;
                }
            }
        }
        return colour == Board.RED ? lead : -lead;
    }
}
