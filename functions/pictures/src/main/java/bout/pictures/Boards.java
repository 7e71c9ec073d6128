package bout.pictures;

import bout.engine.Game;
import bout.engine.Playback;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.games.Games;
import bout.sandbox.Sandbox;
import bout.sandbox.SandboxBot;
import bout.sandbox.Turn;
import bout.wire.Json;
import bout.wire.Resources;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Boards as the site's renderers draw them. Safe for use by many threads; no more boards are drawn at once than there
 * are processors.
 */
final class Boards {

    /** The limit for computing a drawing. It takes some ten milliseconds, and on a cold machine half a second. */
    private static final int LIMIT_MILLISECONDS = 10_000;

    /** A renderer may show where the players came from. As {@code PAST_TURNS} of the site's {@code board.js}. */
    private static final int PAST_TURNS = 16;

    /** A board at a turn: its size in pixels, and calls for {@link Canvas#apply}. */
    record Board(int turn, int turns, int width, int height, List<List<?>> calls) {}

    private final Sandbox sandbox;
    private final Colours colours;

    Boards(Sandbox sandbox) {
        this.sandbox = sandbox;
        this.colours = new Colours(Stream.concat(
                        Stream.of("style.css"),
                        Games.ALL.stream().map(game -> "games/" + game.card().id() + "/colours.css"))
                .map(sheet -> Resources.text(Boards.class, "site/" + sheet))
                .toArray(String[]::new));
    }

    Colours colours() {
        return colours;
    }

    /** Draws the board of a match at the turn that the renderer chooses for a preview; sizes are in pixels. */
    Board draw(Game<?> game, Replay replay, int width, int height) throws InterruptedException {
        // A bot of no game, so it is called as one function.
        try (SandboxBot renderer = sandbox.open("", code(game.card().id()), "pictures", "", Seat.FIRST)) {
            int turns = replay.play(game, Integer.MAX_VALUE).turn();
            int turn = number(answer(game, renderer, Map.of("turns", turns)), "turn");
            List<Object> pictures = pictures(game, replay, turn);
            Map<String, Object> request = new LinkedHashMap<>();
            request.put("pictures", pictures);
            request.put("room", Map.of("width", width, "height", height));
            request.put("colours", colours.byName());
            List<List<?>> calls = new ArrayList<>();
            while (true) {
                request.put("from", calls.size());
                Map<?, ?> answer = answer(game, renderer, request);
                List<?> more = (List<?>) answer.get("calls");
                if (more.isEmpty()) {
                    return new Board(turn, turns, number(answer, "width"), number(answer, "height"), calls);
                }
                more.forEach(call -> calls.add((List<?>) call));
                request.put("pictures", List.of(pictures.getLast()));
            }
        }
    }

    private static <M> List<Object> pictures(Game<M> game, Replay replay, int turn) {
        Playback<M> playback = replay.playback(game);
        Deque<Object> pictures = new ArrayDeque<>();
        boolean more = true;
        while (more && playback.match().turn() <= turn) {
            if (playback.match().turn() >= turn - PAST_TURNS) {
                pictures.add(playback.match().picture());
            }
            more = playback.next();
        }
        return List.copyOf(pictures);
    }

    private static Map<?, ?> answer(Game<?> game, SandboxBot renderer, Map<String, ?> request)
            throws InterruptedException {
        Turn turn = renderer.ask(Json.text(request), LIMIT_MILLISECONDS);
        if (turn.failure() != null) {
            throw new IllegalStateException("the renderer of " + game.card().id() + " failed: "
                    + turn.failure().text());
        }
        try {
            return (Map<?, ?>) Json.read(turn.json());
        } catch (Json.NotJson notJson) {
            throw new IllegalStateException("the renderer of " + game.card().id() + " gave no JSON", notJson);
        }
    }

    private static int number(Map<?, ?> answer, String field) {
        return ((Number) answer.get(field)).intValue();
    }

    /** The game's renderer, with what it imports before it, as one function. */
    private static String code(String game) {
        return Stream.of("shared/numbers.js", "viewer/marks.js", "viewer/motion.js", "games/" + game + "/renderer.js")
                .map(module -> asScript(Resources.text(Boards.class, "site/" + module)))
                .reduce("(() => {\n", String::concat)
                .concat(Resources.text(Boards.class, "drawing.js"))
                .concat("return boardOf;\n})()");
    }

    private static String asScript(String module) {
        return module.replaceAll("(?m)^import \\{[^}]*\\} from \"[^\"]*\";$", "")
                .replaceAll("(?m)^export ", "");
    }
}
