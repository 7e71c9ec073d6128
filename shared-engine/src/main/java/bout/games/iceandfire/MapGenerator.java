package bout.games.iceandfire;

import bout.engine.SeededRandom;
import java.util.ArrayList;
import java.util.List;

/** Draws maps exactly like the original, so that the same seeds give the same maps: always column by column. */
final class MapGenerator {

    private static final int SIZE = Grid.SIZE;

    /**
     * The exact value of the original's {@code 0.45f}. In the browser, a float constant may not be rounded to a float.
     */
    private static final double VOID_SHARE = 0.449999988079071044921875;

    private static final int SMOOTHINGS = 3;

    /** Smoothing makes a cell land if at least this many of the 9 cells of its block are land. */
    private static final int LAND_OF_BLOCK = 6;

    private static final int CORNER = 3;
    private static final int MIN_MINE_SPOTS = 6;

    private final SeededRandom random;
    private boolean[] land = new boolean[Grid.CELLS];
    private final boolean[] mineSpot = new boolean[Grid.CELLS];

    private MapGenerator(SeededRandom random) {
        this.random = random;
    }

    static Grid draw(SeededRandom random) {
        MapGenerator generator = new MapGenerator(random);
        generator.scatter();
        for (int i = 0; i < SMOOTHINGS; i++) {
            generator.smooth();
        }
        generator.swapLandAndVoid();
        generator.mirror();
        generator.clearCorners();
        generator.connect();
        generator.placeMineSpots();
        return new Grid(generator.land, generator.mineSpot);
    }

    private void scatter() {
        for (int x = 0; x < SIZE; x++) {
            for (int y = 0; y < SIZE; y++) {
                boolean drawn = random.nextFloat() > VOID_SHARE;
                land[Grid.cell(x, y)] = drawn || x < 2 && y < 2;
            }
        }
    }

    private void smooth() {
        boolean[] smoothed = new boolean[Grid.CELLS];
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            smoothed[cell] = landInBlock(cell) >= LAND_OF_BLOCK;
        }
        land = smoothed;
    }

    /** The number of land cells in the 3 by 3 block around a cell. Cells off the map count as land. */
    private int landInBlock(int centre) {
        int count = 0;
        for (int x = Grid.x(centre) - 1; x <= Grid.x(centre) + 1; x++) {
            for (int y = Grid.y(centre) - 1; y <= Grid.y(centre) + 1; y++) {
                int cell = Grid.cell(x, y);
                count += cell == Grid.NONE || land[cell] ? 1 : 0;
            }
        }
        return count;
    }

    private void swapLandAndVoid() {
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            land[cell] = !land[cell];
        }
    }

    private void mirror() {
        for (int x = 0; x < SIZE; x++) {
            for (int y = 0; y <= x; y++) {
                land[mirrored(Grid.cell(x, y))] = land[Grid.cell(x, y)];
            }
        }
    }

    private static int mirrored(int cell) {
        return Grid.CELLS - 1 - cell;
    }

    private void clearCorners() {
        for (int x = 0; x < CORNER; x++) {
            for (int y = 0; y < CORNER; y++) {
                makeLand(x, y);
            }
        }
    }

    private void makeLand(int x, int y) {
        land[Grid.cell(x, y)] = true;
        land[mirrored(Grid.cell(x, y))] = true;
    }

    /** Connects separate pieces of land: draws a cell of each, and joins these cells by rows and columns of land. */
    private void connect() {
        List<List<Integer>> pieces = pieces();
        if (pieces.size() == 1) {
            return;
        }
        List<Integer> chosen = new ArrayList<>();
        for (List<Integer> piece : pieces) {
            chosen.add(piece.get(random.nextInt(piece.size())));
        }
        for (int i = 0; i < chosen.size(); i++) {
            for (int j = i + 1; j < chosen.size(); j++) {
                join(Grid.x(chosen.get(i)), Grid.y(chosen.get(i)), Grid.x(chosen.get(j)), Grid.y(chosen.get(j)));
            }
        }
    }

    private void join(int fromX, int fromY, int toX, int toY) {
        for (int x = Math.min(fromX, toX); x <= Math.max(fromX, toX); x++) {
            makeLand(x, toY);
        }
        for (int y = Math.min(fromY, toY); y <= Math.max(fromY, toY); y++) {
            makeLand(fromX, y);
        }
    }

    private List<List<Integer>> pieces() {
        List<List<Integer>> pieces = new ArrayList<>();
        boolean[] seen = new boolean[Grid.CELLS];
        for (int x = 0; x < SIZE; x++) {
            for (int y = 0; y < SIZE; y++) {
                List<Integer> piece = new ArrayList<>();
                collect(x, y, seen, piece);
                if (!piece.isEmpty()) {
                    pieces.add(piece);
                }
            }
        }
        return pieces;
    }

    /** Collects a piece of land depth first. The order matters, because a random number later selects a cell. */
    private void collect(int x, int y, boolean[] seen, List<Integer> piece) {
        int cell = Grid.cell(x, y);
        if (cell == Grid.NONE || !land[cell] || seen[cell]) {
            return;
        }
        seen[cell] = true;
        piece.add(cell);
        collect(x - 1, y, seen, piece);
        collect(x + 1, y, seen, piece);
        collect(x, y - 1, seen, piece);
        collect(x, y + 1, seen, piece);
    }

    /** Places one mine spot next to each HQ, and draws the others in mirrored pairs. */
    private void placeMineSpots() {
        placeMineSpot(Grid.cell(1, 0));
        int landCells = 0;
        for (boolean cell : land) {
            landCells += cell ? 1 : 0;
        }
        // floor(landCells * 0.15), in whole numbers
        int max = Math.max(MIN_MINE_SPOTS, landCells * 3 / 20);
        int pairs = (random.nextInt(max - MIN_MINE_SPOTS + 1) + MIN_MINE_SPOTS) / 2;
        for (int pair = 1; pair < pairs; pair++) {
            int cell;
            do {
                int x = random.nextInt(SIZE);
                cell = Grid.cell(x, random.nextInt(SIZE));
            } while (!land[cell] || mineSpot[cell] || ownedAtStart(cell) || ownedAtStart(mirrored(cell)));
            placeMineSpot(cell);
        }
    }

    private void placeMineSpot(int cell) {
        mineSpot[cell] = true;
        mineSpot[mirrored(cell)] = true;
    }

    /** The HQ of player 0 and the cell below it. These cells and their mirror cells are never drawn as mine spots. */
    private static boolean ownedAtStart(int cell) {
        return Grid.x(cell) == 0 && Grid.y(cell) <= 1;
    }
}
