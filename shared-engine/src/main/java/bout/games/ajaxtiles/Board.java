package bout.games.ajaxtiles;

import java.util.Arrays;

/**
 * The board. Each tile is a character, the same as in requests except that {@link #EMPTY} stands for the empty string.
 * All tiles are in one array, column by column: tile (x, y) has the index {@code x * HEIGHT + y}.
 */
public final class Board {

    public static final int WIDTH = 24;
    public static final int HEIGHT = 12;
    public static final int TILES = WIDTH * HEIGHT;

    public static final byte EMPTY = '.';
    public static final byte RED = 'r';
    public static final byte BLUE = 'b';
    public static final byte CONTAMINATED = 'd';
    public static final byte NUKED = 'n';

    /** For each tile, the two to four tiles that share an edge with it, in the order left, right, up, down. */
    private static final int[][] AROUND = around();

    public final byte[] tiles;

    private int empty;
    private int red;
    private int blue;

    /** Tiles that a blob count still has to visit. This and the next are reused, so that clicks allocate nothing. */
    private final int[] pending = new int[TILES];

    /** For each tile, the number of the last count that visited it. */
    private final int[] seenBy = new int[TILES];

    private int counts;

    /** Creates a board that uses this array; does not copy it. */
    public Board(byte[] tiles) {
        this.tiles = tiles;
        for (byte tile : tiles) {
            count(tile, 1);
        }
    }

    public Board() {
        this.tiles = new byte[TILES];
        Arrays.fill(tiles, EMPTY);
        empty = TILES;
    }

    /** Copies the tiles of the other board, so that bots can look ahead without allocating. */
    public void become(Board other) {
        System.arraycopy(other.tiles, 0, tiles, 0, TILES);
        empty = other.empty;
        red = other.red;
        blue = other.blue;
    }

    public static int index(int x, int y) {
        return x * HEIGHT + y;
    }

    public static int x(int tile) {
        return tile / HEIGHT;
    }

    public static int y(int tile) {
        return tile % HEIGHT;
    }

    public static int[] around(int tile) {
        return AROUND[tile];
    }

    public static byte opponent(byte colour) {
        return colour == RED ? BLUE : RED;
    }

    /** Whether the tile is contaminated or nuked, so that it can no longer be owned. */
    public boolean isBarred(int tile) {
        return tiles[tile] == CONTAMINATED || tiles[tile] == NUKED;
    }

    public boolean touches(int tile, byte kind) {
        for (int neighbour : AROUND[tile]) {
            if (tiles[neighbour] == kind) {
                return true;
            }
        }
        return false;
    }

    public int empty() {
        return empty;
    }

    public int owned(byte colour) {
        return colour == RED ? red : blue;
    }

    /** The size of the blob of this colour that contains the tile, including the tile itself. */
    public int blob(int tile, byte colour) {
        return blob(tile, colour, seenBy, ++counts);
    }

    /** The same, and gives its tiles a mark that they do not have yet. */
    public int blob(int tile, byte colour, int[] marks, int mark) {
        int size = 0;
        int waiting = 0;
        pending[waiting++] = tile;
        marks[tile] = mark;
        while (waiting > 0) {
            int next = pending[--waiting];
            size++;
            for (int neighbour : AROUND[next]) {
                if (tiles[neighbour] == colour && marks[neighbour] != mark) {
                    marks[neighbour] = mark;
                    pending[waiting++] = neighbour;
                }
            }
        }
        return size;
    }

    void set(int tile, byte now) {
        count(tiles[tile], -1);
        count(now, 1);
        tiles[tile] = now;
    }

    private void count(byte tile, int change) {
        switch (tile) {
            case EMPTY -> empty += change;
            case RED -> red += change;
            case BLUE -> blue += change;
            default -> {}
        }
    }

    private static int[][] around() {
        int[][] around = new int[TILES][];
        for (int x = 0; x < WIDTH; x++) {
            for (int y = 0; y < HEIGHT; y++) {
                int[] found = new int[4];
                int n = 0;
                if (x > 0) found[n++] = index(x - 1, y);
                if (x < WIDTH - 1) found[n++] = index(x + 1, y);
                if (y > 0) found[n++] = index(x, y - 1);
                if (y < HEIGHT - 1) found[n++] = index(x, y + 1);
                around[index(x, y)] = Arrays.copyOf(found, n);
            }
        }
        return around;
    }
}
