package bout.games.iceandfire;

import java.util.Arrays;

/** Maps for tests. */
final class Maps {

    private Maps() {}

    /** A map without void cells, with mine spots at (1,0), (10,11) and the given cells. */
    static Grid open(int... mineSpots) {
        return of(".".repeat(Grid.SIZE).repeat(Grid.SIZE), mineSpots);
    }

    /** A map from 12 times 12 characters, row by row; {@code #} is void. */
    static Grid of(String cells, int... mineSpots) {
        boolean[] land = new boolean[Grid.CELLS];
        Arrays.fill(land, true);
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            land[cell] = cells.charAt(cell) != '#';
        }
        boolean[] mineSpot = new boolean[Grid.CELLS];
        mineSpot[Grid.cell(1, 0)] = true;
        mineSpot[Grid.cell(10, 11)] = true;
        for (int cell : mineSpots) {
            mineSpot[cell] = true;
        }
        return new Grid(land, mineSpot);
    }
}
