package bout.games.ajaxtiles;

import bout.engine.Action;
import bout.engine.Ask;
import bout.engine.Failure;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.UnexpectedValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts Ajax Tiles to and from plain values: requests, answers, stored moves, set-ups and pictures. */
public final class AjaxTilesWire {

    private static final String EXPECTED_ANSWER = "an object with two integers x and y, such as {\"x\":3,\"y\":0}";

    private static final List<String> COORDINATES = List.of("x", "y");
    private static final List<String> COLOURS = List.of("r", "b");

    private AjaxTilesWire() {}

    static Ask ask(AjaxTilesPosition position, Seat seat) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("color", tileText(AjaxTilesPosition.colour(seat)));
        fields.put("board", columns(position.board.tiles));
        return new Ask(Ask.Form.FORM, fields);
    }

    static Map<String, Object> answer(int x, int y) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("x", x);
        answer.put("y", y);
        return answer;
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

    static Object store(Click click) {
        return List.of(click.x(), click.y());
    }

    static Click restore(Plain stored) {
        stored.size(2);
        return new Click(
                stored.at(0).integer(Integer.MIN_VALUE, Integer.MAX_VALUE),
                stored.at(1).integer(Integer.MIN_VALUE, Integer.MAX_VALUE));
    }

    static Object picture(AjaxTilesPosition position) {
        Map<String, Object> picture = new LinkedHashMap<>();
        picture.put("turn", position.turn);
        picture.put("board", columns(position.board.tiles));
        picture.put("scores", List.of(position.board.owned(Board.RED), position.board.owned(Board.BLUE)));
        picture.put("event", position.lastEvent == null ? null : position.lastEvent.word());
        picture.put(
                "tile", position.lastTile < 0 ? null : List.of(Board.x(position.lastTile), Board.y(position.lastTile)));
        return picture;
    }

    static Board readSetUp(Plain setUp) {
        byte[] tiles = readColumns(setUp);
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (tiles[tile] == Board.RED || tiles[tile] == Board.BLUE) {
                Plain owned = setUp.at(Board.x(tile)).at(Board.y(tile));
                throw new UnexpectedValue(
                        owned.pointer(), "\"\", d or n, because nobody owns a tile at the start", owned.value());
            }
        }
        return new Board(tiles);
    }

    /** Converts tiles to the list of columns that is used in requests, set-ups and pictures. */
    public static List<List<String>> columns(byte[] tiles) {
        List<List<String>> columns = new ArrayList<>(Board.WIDTH);
        for (int x = 0; x < Board.WIDTH; x++) {
            List<String> column = new ArrayList<>(Board.HEIGHT);
            for (int y = 0; y < Board.HEIGHT; y++) {
                column.add(tileText(tiles[Board.index(x, y)]));
            }
            columns.add(column);
        }
        return columns;
    }

    /**
     * The inverse of {@link #columns}.
     *
     * @throws UnexpectedValue if the value is not a list of columns
     */
    public static byte[] readColumns(Plain columns) {
        byte[] tiles = new byte[Board.TILES];
        columns.size(Board.WIDTH);
        for (int x = 0; x < Board.WIDTH; x++) {
            Plain column = columns.at(x).size(Board.HEIGHT);
            for (int y = 0; y < Board.HEIGHT; y++) {
                tiles[Board.index(x, y)] = readTile(column.at(y));
            }
        }
        return tiles;
    }

    /**
     * Reads a colour, {@code r} or {@code b}.
     *
     * @throws UnexpectedValue for any other value
     */
    public static byte readColour(Plain word) {
        return word.oneOf(COLOURS, text -> text.equals("r") ? Board.RED : Board.BLUE);
    }

    /** The text for a tile in requests, set-ups and pictures. */
    public static String tileText(byte tile) {
        return switch (tile) {
            case Board.EMPTY -> "";
            case Board.RED -> "r";
            case Board.BLUE -> "b";
            case Board.CONTAMINATED -> "d";
            case Board.NUKED -> "n";
            default -> throw new IllegalStateException("not a tile: " + tile);
        };
    }

    private static byte readTile(Plain plain) {
        return switch (plain.text()) {
            case "" -> Board.EMPTY;
            case "r" -> Board.RED;
            case "b" -> Board.BLUE;
            case "d" -> Board.CONTAMINATED;
            case "n" -> Board.NUKED;
            default -> throw new UnexpectedValue(plain.pointer(), "\"\", r, b, d or n", plain.value());
        };
    }
}
