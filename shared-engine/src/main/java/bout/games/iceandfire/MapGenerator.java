package bout.games.iceandfire;

import bout.engine.SeededRandom;
import java.util.ArrayList;
import java.util.List;

/** Draws maps exactly like the original, so that the same seeds give the same maps. Arrays are indexed [x][y]. */
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
    private boolean[][] land = new boolean[SIZE][SIZE];
    private final boolean[][] mineSpot = new boolean[SIZE][SIZE];

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
        return generator.grid();
    }

    private void scatter() {
        for (boolean[] column : land) {
            for (int y = 0; y < SIZE; y++) {
                column[y] = random.nextFloat() > VOID_SHARE;
            }
        }
        land[0][0] = true;
        land[1][0] = true;
        land[0][1] = true;
        land[1][1] = true;
    }

    private void smooth() {
        boolean[][] smoothed = new boolean[SIZE][SIZE];
        for (int x = 0; x < SIZE; x++) {
            for (int y = 0; y < SIZE; y++) {
                smoothed[x][y] = landInBlock(x, y) >= LAND_OF_BLOCK;
            }
        }
        land = smoothed;
    }

    /** The number of land cells in the 3 by 3 block around a cell. Cells off the map count as land. */
    private int landInBlock(int centreX, int centreY) {
        int count = 0;
        for (int x = centreX - 1; x <= centreX + 1; x++) {
            for (int y = centreY - 1; y <= centreY + 1; y++) {
                count += !inside(x, y) || land[x][y] ? 1 : 0;
            }
        }
        return count;
    }

    private static boolean inside(int x, int y) {
        return x >= 0 && x < SIZE && y >= 0 && y < SIZE;
    }

    private void swapLandAndVoid() {
        for (boolean[] column : land) {
            for (int y = 0; y < SIZE; y++) {
                column[y] = !column[y];
            }
        }
    }

    private void mirror() {
        for (int x = 0; x < SIZE; x++) {
            for (int y = 0; y <= x; y++) {
                land[SIZE - 1 - x][SIZE - 1 - y] = land[x][y];
            }
        }
    }

    private void clearCorners() {
        for (int x = 0; x < CORNER; x++) {
            for (int y = 0; y < CORNER; y++) {
                makeLand(x, y);
            }
        }
    }

    private void makeLand(int x, int y) {
        land[x][y] = true;
        land[SIZE - 1 - x][SIZE - 1 - y] = true;
    }

    /** Connects separate pieces of land: draws a cell of each, and joins these cells by rows and columns of land. */
    private void connect() {
        List<List<int[]>> pieces = pieces();
        if (pieces.size() == 1) {
            return;
        }
        List<int[]> chosen = new ArrayList<>();
        for (List<int[]> piece : pieces) {
            chosen.add(piece.get(random.nextInt(piece.size())));
        }
        for (int i = 0; i < chosen.size(); i++) {
            for (int j = i + 1; j < chosen.size(); j++) {
                join(chosen.get(i), chosen.get(j));
            }
        }
    }

    private void join(int[] from, int[] to) {
        for (int x = Math.min(from[0], to[0]); x <= Math.max(from[0], to[0]); x++) {
            makeLand(x, to[1]);
        }
        for (int y = Math.min(from[1], to[1]); y <= Math.max(from[1], to[1]); y++) {
            makeLand(from[0], y);
        }
    }

    private List<List<int[]>> pieces() {
        List<List<int[]>> pieces = new ArrayList<>();
        boolean[][] seen = new boolean[SIZE][SIZE];
        for (int x = 0; x < SIZE; x++) {
            for (int y = 0; y < SIZE; y++) {
                if (land[x][y] && !seen[x][y]) {
                    List<int[]> piece = new ArrayList<>();
                    collect(x, y, seen, piece);
                    pieces.add(piece);
                }
            }
        }
        return pieces;
    }

    /** Collects a piece of land depth first. The order matters, because a random number later selects a cell. */
    private void collect(int x, int y, boolean[][] seen, List<int[]> piece) {
        if (!inside(x, y) || !land[x][y] || seen[x][y]) {
            return;
        }
        seen[x][y] = true;
        piece.add(new int[] {x, y});
        collect(x - 1, y, seen, piece);
        collect(x + 1, y, seen, piece);
        collect(x, y - 1, seen, piece);
        collect(x, y + 1, seen, piece);
    }

    /** Places one mine spot next to each HQ, and draws the others in mirrored pairs. */
    private void placeMineSpots() {
        placeMineSpot(1, 0);
        int landCells = 0;
        for (boolean[] column : land) {
            for (boolean cell : column) {
                landCells += cell ? 1 : 0;
            }
        }
        // floor(landCells * 0.15), in whole numbers
        int max = Math.max(MIN_MINE_SPOTS, landCells * 3 / 20);
        int pairs = (random.nextInt(max - MIN_MINE_SPOTS + 1) + MIN_MINE_SPOTS) / 2;
        for (int pair = 1; pair < pairs; pair++) {
            int x;
            int y;
            do {
                x = random.nextInt(SIZE);
                y = random.nextInt(SIZE);
            } while (!land[x][y] || mineSpot[x][y] || ownedAtStart(x, y) || ownedAtStart(SIZE - 1 - x, SIZE - 1 - y));
            placeMineSpot(x, y);
        }
    }

    private void placeMineSpot(int x, int y) {
        mineSpot[x][y] = true;
        mineSpot[SIZE - 1 - x][SIZE - 1 - y] = true;
    }

    /** The HQ of player 0 and the cell below it. These cells and their mirror cells are never drawn as mine spots. */
    private static boolean ownedAtStart(int x, int y) {
        return x == 0 && y <= 1;
    }

    private Grid grid() {
        boolean[] landByCell = new boolean[Grid.CELLS];
        boolean[] mineSpotByCell = new boolean[Grid.CELLS];
        for (int x = 0; x < SIZE; x++) {
            for (int y = 0; y < SIZE; y++) {
                landByCell[Grid.cell(x, y)] = land[x][y];
                mineSpotByCell[Grid.cell(x, y)] = mineSpot[x][y];
            }
        }
        return new Grid(landByCell, mineSpotByCell);
    }
}
