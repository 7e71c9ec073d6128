package bout.games.ajaxtiles;

import bout.engine.Action;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Option.IntegerOption;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.SeededRandom;
import bout.engine.TimeLimits;
import bout.games.ajaxtiles.bots.AjaxTilesBots;
import java.util.List;
import java.util.Map;

/** Ajax Tiles: two players paint, fight over and nuke the tiles of a board of 24 by 12 tiles. Seat 1 is red. */
public final class AjaxTiles extends Game<Click> {

    private static final GameCard CARD = new GameCard(
            "ajax-tiles",
            "Ajax Tiles",
            "Paint tiles, win battles with the larger blob, and nuke what you cannot hold.",
            GameCard.Seats.TWO,
            List.of(
                    "The board has 24 columns and 12 rows. A tile is empty (\"\"), red (\"r\"), blue (\"b\"),"
                            + " contaminated (\"d\") or nuked (\"n\"). Some tiles are nuked at the start, and the"
                            + " tiles around them are contaminated. The tiles around a tile are those that share an"
                            + " edge with it.",
                    "Player 1 is red and moves first. The players take turns; a move is a click on a tile.",
                    "A click on an empty tile paints it. If there are enemy tiles around it, there is a battle: its"
                            + " blob (all tiles of its colour that are connected by edges) must be larger than the"
                            + " blob of each of them. If so, these enemy tiles become empty; otherwise the new tile"
                            + " does.",
                    "A click on one of your own tiles nukes it and contaminates all tiles around it, even your own.",
                    "Any other click, including one off the board, is a pass.",
                    "The match ends when no tile is empty, or after maxTurns clicks. The player with more tiles wins.",
                    "A player that gives no valid answer in time loses at once."),
            List.of(
                    new IntegerOption("nukes", "The number of tiles that are nuked at the start.", 0, 40, 6),
                    new IntegerOption(
                            "maxTurns", "The match ends after this many clicks of both players.", 1, 10_000, 1000)),
            TimeLimits.same(30_000),
            GameCard.Form.FORM,
            "color: your colour, r or b; board: a JSON array of 24 columns with 12 tiles each, board[x][y].",
            "A JSON object with the integers x and y, the position of the tile to click.",
            answer(3, 0),
            "tiles",
            GameCard.Calls.MOVES);

    private static final String EXPECTED_ANSWER = "an object with two integers x and y, such as {\"x\":3,\"y\":0}";

    private static final List<String> COORDINATES = List.of("x", "y");

    private static final List<String> COLOURS = List.of("r", "b");

    public AjaxTiles() {
        super(CARD, AjaxTilesBots.ALL, 450, List.of("event"), List.of(AjaxTilesPosition.FORFEIT));
    }

    /** The columns of the board as bots see them. Draws the nuked tiles and contaminates the tiles around them. */
    @Override
    public Object setUp(SeededRandom random, Options options, int seats) {
        Board board = new Board();
        for (int nukes = options.integer("nukes"); nukes > 0; ) {
            int tile = random.nextInt(Board.TILES);
            if (board.tiles[tile] != Board.NUKED) {
                AjaxTilesPosition.nuke(board, tile);
                nukes--;
            }
        }
        return columns(board.tiles);
    }

    @Override
    public AjaxTilesPosition start(Plain setUp, Options options) {
        byte[] tiles = readColumns(setUp);
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (tiles[tile] == Board.RED || tiles[tile] == Board.BLUE) {
                throw setUp.at(Board.x(tile))
                        .at(Board.y(tile))
                        .unexpected("\"\", d or n, because no tile has an owner at the start");
            }
        }
        return new AjaxTilesPosition(new Board(tiles), options.integer("maxTurns"));
    }

    @Override
    public Object store(Click click) {
        return List.of(click.x(), click.y());
    }

    @Override
    public Click restore(Plain stored) {
        stored.size(2);
        return new Click(stored.at(0).integer(), stored.at(1).integer());
    }

    public static Map<String, Object> answer(int x, int y) {
        return Plain.object("x", x, "y", y);
    }

    public static Action<Click> readAnswer(Object answer) {
        if (!(answer instanceof Map<?, ?> fields)) {
            return Action.failed(Failure.notExpected(EXPECTED_ANSWER, answer));
        }
        for (String field : COORDINATES) {
            if (!Plain.isWhole(fields.get(field))) {
                return Action.failed(Failure.notExpectedBut(
                        EXPECTED_ANSWER,
                        fields.containsKey(field)
                                ? "an object whose " + field + " is " + Plain.describe(fields.get(field))
                                : "an object without " + field));
            }
        }
        return Action.moved(Click.at((Number) fields.get("x"), (Number) fields.get("y")));
    }

    /** Converts tiles to the list of columns that is used in requests, set-ups and pictures. */
    public static List<List<Object>> columns(byte[] tiles) {
        return Plain.columns(Board.WIDTH, Board.HEIGHT, tile -> tileText(tiles[tile]));
    }

    public static byte[] readColumns(Plain columns) {
        byte[] tiles = new byte[Board.TILES];
        columns.readColumns(Board.WIDTH, Board.HEIGHT, (cell, tile) -> tiles[tile] = readTile(cell));
        return tiles;
    }

    public static byte readColour(Plain word) {
        return word.oneOf(COLOURS, text -> text.equals("r") ? Board.RED : Board.BLUE);
    }

    public static String tileText(byte tile) {
        return tile == Board.EMPTY ? "" : String.valueOf((char) tile);
    }

    private static byte readTile(Plain plain) {
        String text = plain.text();
        if (text.isEmpty()) {
            return Board.EMPTY;
        }
        if (text.length() == 1 && "rbdn".contains(text)) {
            return (byte) text.charAt(0);
        }
        throw plain.unexpected("\"\", r, b, d or n");
    }
}
