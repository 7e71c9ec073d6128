package bout.games.ajaxtiles;

import java.util.Arrays;

/**
 * The board and the rules of a click, in the order of the rule book.
 *
 * <p>A tile is the character that bots see, {@link #EMPTY} standing for the empty string. Tiles lie in one array,
 * column by column: tile (x, y) at {@code x * HEIGHT + y}.
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

    /** The up to four tiles that share an edge with each tile: left, right, up, down. */
    private static final int[][] AROUND = around();

    public final byte[] tiles;

    private int empty;
    private int red;
    private int blue;

    /** Tiles that a blob's count has yet to look at, and which count saw a tile last; reused, so a click allocates nothing. */
    private final int[] pending = new int[TILES];

    private final int[] seenBy = new int[TILES];
    private int counts;

    /** What a click did. */
    public enum Event {
        PAINT("paint"),
        WON("won"),
        LOST("lost"),
        NUKE("nuke"),
        PASS("pass");

        private final String word;

        Event(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /** Takes the array over: the board's tiles are these. */
    public Board(byte[] tiles) {
        this.tiles = tiles;
        for (byte tile : tiles) {
            count(tile, 1);
        }
    }

    /** An empty board. */
    public Board() {
        this.tiles = new byte[TILES];
        Arrays.fill(tiles, EMPTY);
        empty = TILES;
    }

    /** Makes this board equal to the other one; for looking ahead without allocating. */
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

    /** Whether the tile is contaminated or nuked, so that nobody can ever own it. */
    public boolean isBarred(int tile) {
        return tiles[tile] == CONTAMINATED || tiles[tile] == NUKED;
    }

    /** Whether a tile of that kind is around the tile. */
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

    /** How many tiles a colour owns. */
    public int owned(byte colour) {
        return colour == RED ? red : blue;
    }

    /**
     * A player clicks on a tile.
     *
     * @param tile an index, or a negative number for a place off the board
     */
    public Event click(int tile, byte colour) {
        if (tile >= 0 && tiles[tile] == colour) {
            return nuke(tile);
        }
        if (tile >= 0 && tiles[tile] == EMPTY) {
            return paint(tile, colour);
        }
        return Event.PASS;
    }

    /** An own tile is nuked, and what is around it contaminated, own tiles too; nuked tiles stay as they are. */
    private Event nuke(int tile) {
        set(tile, NUKED);
        for (int neighbour : AROUND[tile]) {
            if (tiles[neighbour] != NUKED) {
                set(neighbour, CONTAMINATED);
            }
        }
        return Event.NUKE;
    }

    private Event paint(int tile, byte colour) {
        set(tile, colour);
        byte enemy = opponent(colour);
        for (int neighbour : AROUND[tile]) {
            if (tiles[neighbour] == enemy) {
                return battle(tile, colour, enemy);
            }
        }
        return Event.PAINT;
    }

    /**
     * The new tile's blob against the blob of each enemy tile around it. It must be greater than every single one, then
     * those enemy tiles (not their blobs) become empty; else, a tie included, the new tile alone does.
     */
    private Event battle(int tile, byte colour, byte enemy) {
        int attackers = blob(tile, colour);
        for (int neighbour : AROUND[tile]) {
            if (tiles[neighbour] == enemy && blob(neighbour, enemy) >= attackers) {
                set(tile, EMPTY);
                return Event.LOST;
            }
        }
        for (int neighbour : AROUND[tile]) {
            if (tiles[neighbour] == enemy) {
                set(neighbour, EMPTY);
            }
        }
        return Event.WON;
    }

    /** The number of tiles of one colour that are connected by edges to a tile of that colour, itself included. */
    public int blob(int tile, byte colour) {
        counts++;
        int size = 0;
        int waiting = 0;
        pending[waiting++] = tile;
        seenBy[tile] = counts;
        while (waiting > 0) {
            int next = pending[--waiting];
            size++;
            for (int neighbour : AROUND[next]) {
                if (tiles[neighbour] == colour && seenBy[neighbour] != counts) {
                    seenBy[neighbour] = counts;
                    pending[waiting++] = neighbour;
                }
            }
        }
        return size;
    }

    private void set(int tile, byte now) {
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
