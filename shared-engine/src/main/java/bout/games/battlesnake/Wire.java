package bout.games.battlesnake;

import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.Told;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The requests of the public Battlesnake API, version 1. */
public final class Wire {

    private static final int MOST = 100;

    /** With the margin around the board, where the heads are of snakes that left it. */
    private static final int WIDTH = Snakes.LARGEST + 2;

    /** A request names the same few places again and again, so they are made once. */
    private static final Object[] PLACES = new Object[WIDTH * WIDTH];

    static {
        for (int i = 0; i < PLACES.length; i++) {
            PLACES[i] = fixed("x", i % WIDTH - 1, "y", i / WIDTH - 1);
        }
    }

    private static final Object NO_SQUADS = fixed(
            "allowBodyCollisions", false,
            "sharedElimination", false,
            "sharedHealth", false,
            "sharedLength", false);

    private static final Object LOOKS = fixed("color", "#888888", "head", "default", "tail", "default");

    private Wire() {}

    private static Map<String, Object> fixed(Object... namesAndValues) {
        return Collections.unmodifiableMap(Plain.object(namesAndValues));
    }

    /** The request to a bot: a board, and which of its snakes is the bot's own. */
    public record View(Board board, int me) {

        public Snake own() {
            return board.snakes().get(me);
        }
    }

    static Map<String, Object> request(Board board, Options options, Seat asked, Told told) {
        List<Object> snakes = new ArrayList<>();
        Object own = snake(board, board.snakes().get(asked.index()), asked, told);
        for (Snake snake : board.snakes()) {
            if (snake.inPlay()) {
                snakes.add(snake.seat() == asked.index() ? own : snake(board, snake, asked, told));
            }
        }
        Map<String, Object> settings = Plain.object(
                "foodSpawnChance", options.integer("foodSpawnChance"),
                "minimumFood", options.integer("minimumFood"),
                "hazardDamagePerTurn", options.integer("hazardDamagePerTurn"),
                "hazardMap", "",
                "hazardMapAuthor", "",
                "royale", Plain.object("shrinkEveryNTurns", options.integer("shrinkEveryNTurns")),
                "squad", NO_SQUADS);
        String ruleset = options.choice("ruleset");
        Map<String, Object> game = Plain.object(
                "id", told.id(),
                "ruleset", Plain.object("name", ruleset, "version", "v1.2.3", "settings", settings),
                "map", ruleset.equals("royale") ? "royale" : ruleset.equals("constrictor") ? "empty" : "standard",
                "timeout", told.timeLimit(),
                "source", "");
        Map<String, Object> visible = Plain.object(
                "height", board.height(),
                "width", board.width(),
                "snakes", snakes,
                "food", places(board, board.food()),
                "hazards", places(board, board.hazards()));
        return Plain.object("game", game, "turn", board.turn(), "board", visible, "you", own);
    }

    private static Map<String, Object> snake(Board board, Snake snake, Seat asked, Told told) {
        Seat seat = Seat.of(snake.seat() + 1);
        List<Object> body = places(board, snake.cells());
        return Plain.object(
                "id", "snake-" + seat.number(),
                "name", told.name(seat),
                "latency", String.valueOf(told.latency(seat)),
                "health", snake.health(),
                "body", body,
                "head", body.getFirst(),
                "length", snake.length(),
                "shout", told.note(seat, asked),
                "squad", "",
                "customizations", LOOKS);
    }

    private static List<Object> places(Board board, List<Integer> cells) {
        List<Object> places = new ArrayList<>(cells.size());
        for (int cell : cells) {
            places.add(PLACES[(board.y(cell) + 1) * WIDTH + board.x(cell) + 1]);
        }
        return places;
    }

    /** Reads a request as house bots get it. */
    public static View read(Plain request) {
        Plain sent = request.get("board");
        Plain rules = request.get("game").get("ruleset");
        Board board = new Board(
                rules.get("name").oneOf(Board.Ruleset.NAMES, Board.Ruleset::of),
                sent.get("width").integer(1, MOST),
                sent.get("height").integer(1, MOST),
                rules.get("settings").get("hazardDamagePerTurn").integer(0, MOST));
        int me = -1;
        for (Plain snake : sent.get("snakes").entries()) {
            me = snake.text("id").equals(request.get("you").text("id"))
                    ? board.snakes().size()
                    : me;
            int[] body = snake.get("body").entries().stream()
                    .mapToInt(place -> cell(board, place))
                    .toArray();
            board.add(body, snake.get("health").integer(0, Snake.MAX_HEALTH));
        }
        sent.get("food").entries().forEach(place -> board.addFood(cell(board, place)));
        for (Plain place : sent.get("hazards").entries()) {
            int cell = cell(board, place);
            board.setHazards(cell, board.hazards(cell) + 1);
        }
        return new View(board, me);
    }

    private static int cell(Board board, Plain place) {
        return board.cell(
                place.get("x").integer(0, board.width() - 1), place.get("y").integer(0, board.height() - 1));
    }
}
