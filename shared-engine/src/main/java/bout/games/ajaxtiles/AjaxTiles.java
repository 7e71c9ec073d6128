package bout.games.ajaxtiles;

import bout.engine.Action;
import bout.engine.Ask;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.HouseBot;
import bout.engine.Option.IntegerOption;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.engine.StateHash;
import bout.engine.TimeLimits;
import bout.engine.ToMove;
import bout.engine.Turn;
import bout.engine.UnexpectedValue;
import bout.games.ajaxtiles.bots.AjaxTilesBots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Ajax Tiles: two players paint, fight over and nuke the tiles of a board of 24 by 12. Seat 1 is red. */
public final class AjaxTiles implements Game<AjaxTilesState, Click> {

    private static final String EXPECTED_ANSWER = "an object with two integers x and y, such as {\"x\":3,\"y\":0}";

    private static final List<String> COORDINATES = List.of("x", "y");
    private static final List<String> COLOURS = List.of("r", "b");

    private static final GameCard CARD = new GameCard(
            "ajax-tiles",
            "Ajax Tiles",
            "Paint tiles, win battles by the larger blob, and nuke what you cannot hold.",
            List.of(
                    "The board has 24 columns and 12 rows. A tile is empty (\"\"), red (\"r\"), blue (\"b\"),"
                            + " contaminated (\"d\") or nuked (\"n\"); some are nuked at the start, with contaminated"
                            + " tiles around them. Around means the up to four tiles that share an edge.",
                    "Player 1 is red and moves first; then the players move in turn, a click on a tile each.",
                    "A click on an empty tile paints it. If enemy tiles are around it, there is a battle: its blob (all"
                            + " tiles of its colour connected by edges) must be larger than the blob of each of them;"
                            + " then those enemy tiles become empty, else the new tile does.",
                    "A click on an own tile nukes it and contaminates the tiles around it, own ones too.",
                    "Any other click is a pass, one off the board included.",
                    "The match ends when no tile is empty or after maxTurns clicks. More tiles win.",
                    "A player that gives no answer in time, or one that cannot be read, loses at once."),
            List.of(
                    new IntegerOption("nukes", "How many tiles are nuked at the start.", 0, 40, 6),
                    new IntegerOption(
                            "maxTurns", "After how many clicks of both players the match ends.", 1, 10_000, 1000)),
            TimeLimits.same(30_000),
            Ask.Form.FORM,
            "color: r or b, the colour of the player that is asked; board: a JSON array of 24 columns of 12 tiles each,"
                    + " board[x][y].",
            "A JSON object with the integers x and y of the tile to click.",
            exampleAnswer(),
            "tiles");

    private static Map<String, Object> exampleAnswer() {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("x", 3);
        answer.put("y", 0);
        return answer;
    }

    @Override
    public GameCard card() {
        return CARD;
    }

    @Override
    public List<HouseBot> houseBots() {
        return AjaxTilesBots.ALL;
    }

    /** The board's columns, as bots see them: {@code nukes} tiles are drawn, those around them contaminated. */
    @Override
    public Object setUp(SeededRandom random, Options options) {
        byte[] tiles = new byte[Board.TILES];
        Arrays.fill(tiles, Board.EMPTY);
        for (int nukes = options.integer("nukes"); nukes > 0; ) {
            int tile = random.nextInt(Board.TILES);
            if (tiles[tile] != Board.NUKED) {
                tiles[tile] = Board.NUKED;
                nukes--;
            }
        }
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (tiles[tile] == Board.NUKED) {
                for (int neighbour : Board.around(tile)) {
                    if (tiles[neighbour] == Board.EMPTY) {
                        tiles[neighbour] = Board.CONTAMINATED;
                    }
                }
            }
        }
        return columns(tiles);
    }

    @Override
    public AjaxTilesState start(Plain setUp, Options options) {
        return new AjaxTilesState(new Board(readSetUp(setUp)), options.integer("maxTurns"));
    }

    @Override
    public ToMove toMove(AjaxTilesState position) {
        if (position.result != null) {
            return ToMove.NOBODY;
        }
        return position.toMove() == Board.RED ? ToMove.FIRST : ToMove.SECOND;
    }

    @Override
    public Ask ask(AjaxTilesState position, Seat seat) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("color", seat == Seat.FIRST ? "r" : "b");
        fields.put("board", columns(position.board.tiles));
        return new Ask(Ask.Form.FORM, fields);
    }

    @Override
    public Action<Click> read(AjaxTilesState position, Seat seat, Object answer) {
        return click(answer);
    }

    public static Action<Click> click(Object answer) {
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

    @Override
    public void play(AjaxTilesState position, Turn<Click> turn) {
        Seat seat = turn.first() != null ? Seat.FIRST : Seat.SECOND;
        Click click = turn.by(seat).move();
        if (click == null) {
            forfeit(position, seat);
            return;
        }
        position.lastTile = click.tile();
        position.lastEvent = position.board.click(position.lastTile, position.toMove());
        position.turn++;
        end(position);
    }

    /** No move: that player loses at once, whatever the score. */
    private static void forfeit(AjaxTilesState position, Seat loser) {
        position.lastTile = -1;
        position.lastEvent = null;
        position.turn++;
        position.result =
                new Result(loser.other(), position.board.owned(Board.RED), position.board.owned(Board.BLUE), "forfeit");
    }

    /** Tested after each move: no empty tile left, or the last turn was played. */
    private static void end(AjaxTilesState position) {
        Board board = position.board;
        String reason = board.empty() == 0 ? "full" : position.turn >= position.maxTurns ? "turns" : null;
        if (reason != null) {
            position.result = Result.byScore(board.owned(Board.RED), board.owned(Board.BLUE), reason);
        }
    }

    @Override
    public Result result(AjaxTilesState position) {
        return position.result;
    }

    @Override
    public Object picture(AjaxTilesState position) {
        Map<String, Object> picture = new LinkedHashMap<>();
        picture.put("turn", position.turn);
        picture.put("board", columns(position.board.tiles));
        picture.put("scores", List.of(position.board.owned(Board.RED), position.board.owned(Board.BLUE)));
        picture.put("event", position.lastEvent == null ? null : position.lastEvent.word());
        picture.put(
                "tile", position.lastTile < 0 ? null : List.of(Board.x(position.lastTile), Board.y(position.lastTile)));
        return picture;
    }

    @Override
    public List<String> effects() {
        return List.of("event");
    }

    @Override
    public void hash(AjaxTilesState position, StateHash hash) {
        hash.add(position.turn).add(position.board.tiles).add(position.result == null ? 0 : 1);
    }

    @Override
    public Object store(Click click) {
        return List.of(click.x(), click.y());
    }

    @Override
    public Click restore(Plain stored) {
        stored.size(2);
        return new Click(
                stored.at(0).integer(Integer.MIN_VALUE, Integer.MAX_VALUE),
                stored.at(1).integer(Integer.MIN_VALUE, Integer.MAX_VALUE));
    }

    private static byte[] readSetUp(Plain setUp) {
        byte[] tiles = readColumns(setUp);
        for (int tile = 0; tile < Board.TILES; tile++) {
            if (tiles[tile] == Board.RED || tiles[tile] == Board.BLUE) {
                Plain owned = setUp.at(Board.x(tile)).at(Board.y(tile));
                throw new UnexpectedValue(
                        owned.pointer(), "\"\", d or n: nobody owns a tile at the start", owned.value());
            }
        }
        return tiles;
    }

    /** The tiles as the list of columns that bots, set-ups and pictures hold. */
    public static List<List<String>> columns(byte[] tiles) {
        List<List<String>> columns = new ArrayList<>(Board.WIDTH);
        for (int x = 0; x < Board.WIDTH; x++) {
            List<String> column = new ArrayList<>(Board.HEIGHT);
            for (int y = 0; y < Board.HEIGHT; y++) {
                column.add(text(tiles[Board.index(x, y)]));
            }
            columns.add(column);
        }
        return columns;
    }

    /** The tiles of a list of columns; {@link UnexpectedValue} when it is none. */
    public static byte[] readColumns(Plain columns) {
        byte[] tiles = new byte[Board.TILES];
        columns.size(Board.WIDTH);
        for (int x = 0; x < Board.WIDTH; x++) {
            Plain column = columns.at(x).size(Board.HEIGHT);
            for (int y = 0; y < Board.HEIGHT; y++) {
                tiles[Board.index(x, y)] = tile(column.at(y));
            }
        }
        return tiles;
    }

    /** The colour of a word {@code r} or {@code b}; {@link UnexpectedValue} for any other value. */
    public static byte colour(Plain word) {
        return word.oneOf(COLOURS, text -> text.equals("r") ? Board.RED : Board.BLUE);
    }

    /** The tile as bots see it. */
    public static String text(byte tile) {
        return switch (tile) {
            case Board.EMPTY -> "";
            case Board.RED -> "r";
            case Board.BLUE -> "b";
            case Board.CONTAMINATED -> "d";
            case Board.NUKED -> "n";
            default -> throw new IllegalStateException("no tile: " + tile);
        };
    }

    private static byte tile(Plain plain) {
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
