package bout.games.ajaxtiles;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** Parses and formats boards in tests: 24 columns of 12 characters, separated by slashes. A dot is an empty tile. */
public final class Drawing {

    private Drawing() {}

    public static byte[] tiles(String drawing) {
        String columns = drawing.replace("/", "");
        byte[] tiles = new byte[Board.TILES];
        assertEquals(tiles.length, columns.length());
        for (int tile = 0; tile < tiles.length; tile++) {
            tiles[tile] = (byte) columns.charAt(tile);
        }
        return tiles;
    }

    /** Parses rows from the top left, separated by slashes; all other tiles are empty. */
    public static byte[] corner(String rows) {
        byte[] tiles = new Board().tiles;
        String[] drawn = rows.split("/");
        for (int y = 0; y < drawn.length; y++) {
            for (int x = 0; x < drawn[y].length(); x++) {
                tiles[Board.index(x, y)] = (byte) drawn[y].charAt(x);
            }
        }
        return tiles;
    }

    /** The board as twelve lines, one for each row. */
    public static String text(byte[] tiles) {
        StringBuilder text = new StringBuilder();
        for (int y = 0; y < Board.HEIGHT; y++) {
            for (int x = 0; x < Board.WIDTH; x++) {
                text.append((char) tiles[Board.index(x, y)]);
            }
            text.append('\n');
        }
        return text.toString();
    }
}
