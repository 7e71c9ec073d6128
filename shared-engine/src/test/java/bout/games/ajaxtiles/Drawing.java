package bout.games.ajaxtiles;

/** Boards as tests draw them: 24 columns of 12 characters, joined by slashes; an empty tile is a dot. */
public final class Drawing {

    private Drawing() {}

    public static byte[] tiles(String drawing) {
        String[] columns = drawing.split("/");
        if (columns.length != Board.WIDTH) {
            throw new IllegalArgumentException("a board has 24 columns, not " + columns.length);
        }
        byte[] tiles = new byte[Board.TILES];
        for (int x = 0; x < Board.WIDTH; x++) {
            if (columns[x].length() != Board.HEIGHT) {
                throw new IllegalArgumentException("column " + x + " has not 12 tiles: " + columns[x]);
            }
            for (int y = 0; y < Board.HEIGHT; y++) {
                char tile = columns[x].charAt(y);
                if (".rbdn".indexOf(tile) < 0) {
                    throw new IllegalArgumentException("no tile: " + tile);
                }
                tiles[Board.index(x, y)] = (byte) tile;
            }
        }
        return tiles;
    }

    /** Rows from the top left, joined by slashes; all other tiles are empty. */
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

    /** All twelve rows, a line each. */
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
