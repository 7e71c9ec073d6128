package bout.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Action;
import bout.engine.Aside;
import bout.engine.Call;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Option;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.engine.Turn;
import bout.games.Games;
import bout.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Justifies the word "verified" on pages: the compiled engine and the JVM agree on every state of the same matches, in
 * every environment that runs the compiled one.
 */
public abstract class Parity {

    /** Low enough that most matches of games that end with a failure still end in another way. */
    private static final int FAILURE_ONE_IN = 1000;

    /** Enough to draw every kind of option. */
    private static final int FEW_MATCHES = 16;

    private static final int MANY_LOOKS = 50;

    /** At each of a running match's turns. */
    private static final int FEW_LOOKS = 5;

    static List<Game<?>> games() {
        return Games.ALL;
    }

    @ParameterizedTest
    @MethodSource("games")
    void matches_with_failures_have_the_same_states_in_the_browser(Game<?> game) throws Exception {
        int count = Drawn.FULL ? matches() : FEW_MATCHES;
        List<String> matches = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String seed = i % 2 == 0 ? String.valueOf(i) : "match " + i;
            matches.add(line(game, withFailures(game, seed, options(game, i)), null));
        }
        assertSameInTheBrowser(matches);
    }

    @ParameterizedTest
    @MethodSource("games")
    void turns_can_be_shown_in_any_order(Game<?> game) throws Exception {
        Replay replay = withFailures(game, "shown", Options.defaults(game.card().options()));
        assertSameInTheBrowser(List.of(line(replay.toPlain(), null, List.of(), looks(game, replay))));
    }

    @ParameterizedTest
    @MethodSource("games")
    void a_running_match_has_the_same_states_as_its_later_replay(Game<?> game) throws Exception {
        Replay whole =
                withFailures(game, "watched", Options.defaults(game.card().options()));
        List<String> hashes = hashes(game, whole);
        Replay.Calls calls = whole.calls();
        Replay withoutNotes = new Replay(
                whole.engine(),
                whole.start(),
                new Replay.Calls(calls.moves(), calls.times(), calls.failures(), List.of()),
                whole.result(),
                whole.hash());
        int count = Drawn.FULL ? MANY_LOOKS : FEW_LOOKS;
        List<String> matches = new ArrayList<>();
        for (int turns = 0; turns < hashes.size(); turns += 1 + hashes.size() / 12) {
            Match<?> soFar = whole.play(game, turns);
            Map<String, Object> document = new LinkedHashMap<>(
                    Replay.soFar(soFar, soFar.calls(), whole.start().players()).toPlain());
            assertFalse(document.containsKey("seed"));
            // The hash includes it.
            document.put("seed", "watched");
            matches.add(line(document, null, hashes.subList(0, turns + 1), looks(game, withoutNotes, turns, count)));
        }
        assertTrue(matches.size() > 5, matches.size() + " matches");
        assertSameInTheBrowser(matches);
    }

    private static <M> List<Map<String, Object>> looks(Game<M> game, Replay replay) {
        return looks(game, replay, replay.play(game, Integer.MAX_VALUE).turn(), MANY_LOOKS);
    }

    /** Some of the first turns, in the order in which a slider might request them, with their pictures. */
    private static <M> List<Map<String, Object>> looks(Game<M> game, Replay replay, int turns, int count) {
        SeededRandom random = new SeededRandom("slider");
        List<Integer> order = new ArrayList<>(List.of(turns, 0, turns, Math.max(0, turns - 1), turns / 2));
        for (int i = 0; i < count; i++) {
            order.add(random.nextInt(turns + 1));
        }
        List<Map<String, Object>> looks = new ArrayList<>();
        for (int turn : order) {
            Match<M> match = replay.play(game, turn);
            List<Object> calls = new ArrayList<>();
            for (Call call : match.calls()) {
                if (call.turn() == turn - 1) {
                    calls.add(plain(call));
                }
            }
            Map<String, Object> look = new LinkedHashMap<>();
            look.put("turn", turn);
            look.put("picture", match.picture());
            look.put("calls", calls);
            look.put("hash", match.hash());
            looks.add(look);
        }
        return looks;
    }

    private static Map<String, Object> plain(Call call) {
        Map<String, Object> failure = new LinkedHashMap<>();
        if (call.failure() != null) {
            failure.put("kind", call.failure().kind().code());
            failure.put("text", call.failure().text());
        }
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("seat", call.seat().number());
        plain.put("move", call.move());
        plain.put("failure", failure.isEmpty() ? null : failure);
        plain.put("milliseconds", call.milliseconds());
        plain.put("note", call.note());
        return plain;
    }

    @Test
    void a_document_that_is_not_a_replay_is_reported() throws Exception {
        Game<?> game = Games.ALL.getFirst();
        Replay replay =
                withFailures(game, "broken", Options.defaults(game.card().options()));
        Object deep = 1;
        for (int i = 0; i < 100; i++) {
            deep = List.of(deep);
        }
        Map<Object, String> prefixes = new LinkedHashMap<>();
        prefixes.put(null, "Not a replay. The document: expected an object");
        prefixes.put("text", "Not a replay. The document: expected an object");
        prefixes.put(List.of(), "Not a replay. The document: expected an object");
        prefixes.put(Map.of("__proto__", 1), "Not a replay. The document: expected no field other than");
        prefixes.put(with(replay, "game", "chess"), "There is no game with the id chess.");
        prefixes.put(with(replay, "format", 3), "Not a replay. /format: expected");
        prefixes.put(with(replay, "finished", false), "Not a replay. The document: expected no field other than");
        prefixes.put(with(replay, "setUp", 3.5), "Not a replay. /setUp: expected a list");
        prefixes.put(
                with(replay, "setUp", deep),
                "Not a replay. /setUp" + "/0".repeat(64) + ": expected objects and lists nested at most 64 deep");
        prefixes.put(with(replay, "options", Map.of("__proto__", 1)), "Not a replay. /options/__proto__: expected");

        List<String> documents = new ArrayList<>();
        prefixes.keySet().forEach(document -> documents.add(line(document, null, List.of(), List.of())));
        List<String> told = inTheBrowser(documents);
        int document = 0;
        for (String beginning : prefixes.values()) {
            String problem = told.get(document++);
            assertTrue(problem.startsWith(beginning), () -> "\"" + problem + "\" does not start with " + beginning);
        }
    }

    private static Map<String, Object> with(Replay replay, String field, Object value) {
        Map<String, Object> document = new LinkedHashMap<>(replay.toPlain());
        document.put(field, value);
        return document;
    }

    /** The defaults; for every fourth match, values drawn from the game's declaration. */
    static Options options(Game<?> game, int i) {
        if (i % 4 != 3) {
            return Options.defaults(game.card().options());
        }
        SeededRandom random = SeededRandom.of(String.valueOf(i), "options");
        Map<String, Object> drawn = new LinkedHashMap<>();
        for (Option option : game.card().options()) {
            drawn.put(
                    option.name(),
                    switch (option) {
                        case Option.IntegerOption integer ->
                            integer.min() + random.nextInt(integer.max() - integer.min() + 1);
                        case Option.BooleanOption bool -> random.nextBoolean();
                        case Option.ChoiceOption choice ->
                            choice.choices().get(random.nextInt(choice.choices().size()));
                    });
        }
        return ((Options.Valid) Options.read(game.card().options(), drawn)).options();
    }

    /** A match between house bots that sometimes fail, and take some time. */
    private static <M> Replay withFailures(Game<M> game, String seed, Options options) {
        SeededRandom random = SeededRandom.of(seed, "failures");
        Match<M> match = Match.draw(game, seed, options);
        // All but the last, strongest bot, which takes many times longer.
        List<HouseBot> bots = game.houseBots().subList(0, game.houseBots().size() - 1);
        List<HouseBot.Bot> playing = new ArrayList<>();
        for (Seat seat : match.seats()) {
            playing.add(bots.get(random.nextInt(bots.size())).at(seat, seed));
        }
        while (!match.over()) {
            List<Action<M>> actions = new ArrayList<>();
            for (Seat seat : match.seats()) {
                if (!match.isToMove(seat)) {
                    actions.add(null);
                } else if (random.nextInt(FAILURE_ONE_IN) == 0) {
                    Failure.Kind[] kinds = Failure.Kind.values();
                    actions.add(Action.failed(new Failure(
                            kinds[random.nextInt(kinds.length)], "On purpose: \"ö\" \u2028 \\ \ud83d\ude00.")));
                } else {
                    actions.add(match.read(seat, playing.get(seat.index()).answer(match.request(seat))));
                }
            }
            match.play(
                    Turn.of(actions.get(0), actions.get(1)),
                    seat -> new Aside(random.nextInt(1000), random.nextInt(3) == 0 ? "ä<b>\u2028\ud83d\ude00" : null));
        }
        return Replay.of(match, List.of(Replay.Player.named("one"), Replay.Player.named("two")));
    }

    static <M> String line(Game<M> game, Replay replay, List<String> playedBy) {
        return line(replay.toPlain(), playedBy, hashes(game, replay), List.of());
    }

    /** The hash after each turn. */
    private static <M> List<String> hashes(Game<M> game, Replay replay) {
        List<String> hashes = new ArrayList<>();
        var playback = replay.playback(game);
        boolean more = true;
        while (more) {
            hashes.add(playback.match().hash());
            more = playback.next();
        }
        return hashes;
    }

    /** A line of input for {@code compare.mjs}. */
    private static String line(Object replay, List<String> playedBy, List<String> hashes, List<?> looks) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("replay", replay);
        line.put("playedBy", playedBy);
        line.put("hashes", hashes);
        line.put("looks", looks);
        return Json.text(line);
    }

    final void assertSameInTheBrowser(List<String> matches) throws Exception {
        List<String> outcomes = inTheBrowser(matches);
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            if (!outcomes.get(i).equals("same")) {
                differences.add("match " + i + ": " + outcomes.get(i));
            }
        }
        assertEquals("", String.join("\n", differences));
    }

    /** How many matches with failures to play for each game in the full test. */
    protected abstract int matches();

    /** The output of {@code compare.mjs} for each line. */
    protected abstract List<String> inTheBrowser(List<String> lines) throws Exception;
}
