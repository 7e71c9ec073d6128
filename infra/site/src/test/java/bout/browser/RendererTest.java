package bout.browser;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.HouseMatch;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.games.Games;
import bout.scripts.Scripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every renderer must provide for every turn, whatever it draws. */
class RendererTest {

    /** About so many turns of a match are looked at, from all of it: the JavaScript interpreter is slow. */
    private static final int TURNS = 8;

    private static final Map<Game<?>, List<Replay>> REPLAYS = new HashMap<>();

    static Stream<Game<?>> games() {
        return Games.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("games")
    void every_turn_has_scores_a_description_a_text_and_known_kinds_of_events(Game<?> game) throws IOException {
        try (Scripts scripts = new Scripts()) {
            Value renderer = renderer(scripts, game);
            Set<String> kinds = renderer.getMember("kinds").getMemberKeys();
            for (Replay replay : replays(game)) {
                walk(scripts, game, replay, (before, picture, calls) -> {
                    Value size = renderer.getMember("size").execute(picture);
                    assertTrue(size.getMember("columns").asInt() > 0
                            && size.getMember("rows").asInt() > 0);
                    assertEquals(
                            2, renderer.getMember("scores").execute(picture).getArraySize());
                    assertText(renderer.getMember("describe").execute(picture, scripts.value(List.of("one", "two"))));
                    assertText(renderer.getMember("text").execute(picture));
                    if (before == null) {
                        return;
                    }
                    Value events = renderer.getMember("events").execute(picture, before, calls);
                    for (Value event : Scripts.elements(events)) {
                        assertTrue(kinds.contains(event.getMember("kind").asString()), event::toString);
                        assertText(event.getMember("text"));
                    }
                    for (Value call : Scripts.elements(calls)) {
                        if (call.getMember("failure").isNull()) {
                            assertText(renderer.getMember("answer").execute(call.getMember("move")));
                        }
                        Value outcomes = renderer.getMember("outcomes").execute(call, picture, before);
                        for (Value outcome : Scripts.elements(outcomes)) {
                            assertText(outcome.getMember("text"));
                        }
                    }
                });
            }
        }
    }

    @ParameterizedTest
    @MethodSource("games")
    void every_turn_is_drawn_in_colours_of_the_style_sheets(Game<?> game) throws IOException {
        try (Scripts scripts = new Scripts()) {
            Value renderer = renderer(scripts, game);
            Value drawn = scripts.script("""
                    ({ draw }, picture) => {
                      const colours = new Set();
                      const colour = (name) => {
                        colours.add(name);
                        return "#123456";
                      };
                      let calls = 0;
                      const context = new Proxy({}, {
                        get: (target, name) => target[name] ?? (() => {
                          calls++;
                          return { width: 1 };
                        }),
                      });
                      draw(context, picture, 20, colour, null);
                      draw(context, picture, 20, colour, { picture, progress: 0.5 });
                      return { colours: [...colours], calls };
                    }""");
            Set<String> known = colours();
            for (Object plain : pictures(game, replays(game).getFirst())) {
                Value said = drawn.execute(renderer, scripts.value(plain));
                assertTrue(said.getMember("calls").asInt() > 0, "something is drawn");
                Value colours = said.getMember("colours");
                for (Value each : Scripts.elements(colours)) {
                    String colour = each.asString();
                    assertTrue(known.contains(colour), () -> "there is no colour --" + colour);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("games")
    void every_way_a_house_bot_match_ends_has_a_sentence(Game<?> game) throws IOException {
        try (Scripts scripts = new Scripts()) {
            Value renderer = renderer(scripts, game);
            Value names = scripts.value(List.of("One", "Two"));
            assertAll(replays(game).stream().map(replay -> () -> {
                Seat winner = replay.result().winner();
                Value ended = scripts.value(Plain.object(
                        "winner",
                        winner == null ? null : winner.number(),
                        "reason",
                        replay.result().reason()));
                assertText(renderer.getMember("ending").execute(ended, names));
            }));
        }
    }

    /** A sample of turns from the whole match: drawing one takes the interpreter long. */
    private static <M> List<Object> pictures(Game<M> game, Replay replay) {
        var playback = replay.playback(game);
        int apart = Math.max(1, replay.calls().count() / 3);
        List<Object> pictures = new ArrayList<>();
        do {
            if (playback.match().turn() % apart == 0) {
                pictures.add(playback.match().picture());
            }
        } while (playback.next());
        return pictures;
    }

    private interface Look {
        /** @param before {@code null} on turn 0 */
        void at(Value before, Value picture, Value calls);
    }

    private static <M> void walk(Scripts scripts, Game<M> game, Replay replay, Look look) {
        var playback = replay.playback(game);
        int apart = Math.max(1, replay.calls().count() / TURNS);
        Object before = null;
        do {
            Match<M> match = playback.match();
            if (match.turn() % apart == 0) {
                look.at(
                        before == null ? null : scripts.value(before),
                        scripts.value(match.picture()),
                        scripts.value(OpenedReplay.lastCalls(match)));
            }
            before = (match.turn() + 1) % apart == 0 ? match.picture() : null;
        } while (playback.next());
    }

    /** Each house bot against the next in the list, and against itself. */
    private static List<Replay> replays(Game<?> game) {
        return REPLAYS.computeIfAbsent(game, RendererTest::played);
    }

    private static List<Replay> played(Game<?> game) {
        List<HouseBot> bots = game.houseBots();
        Options options = Options.defaults(game.card().options());
        List<Replay> replays = new ArrayList<>();
        for (int i = 0; i < bots.size(); i++) {
            HouseBot next = bots.get((i + 1) % bots.size());
            replays.add(HouseMatch.replay(game, "7", options, bots.get(i), next));
            replays.add(HouseMatch.replay(game, "8", options, bots.get(i), bots.get(i)));
        }
        return replays;
    }

    private static Value renderer(Scripts scripts, Game<?> game) throws IOException {
        return scripts.module(
                Scripts.SITE.resolve("games").resolve(game.card().id()).resolve("renderer.js"));
    }

    /** The names of the colours of the site and of all games. */
    private static Set<String> colours() throws IOException {
        StringBuilder sheets = new StringBuilder(Files.readString(Scripts.SITE.resolve("style.css")));
        for (Game<?> game : Games.ALL) {
            Path own = Scripts.SITE.resolve("games").resolve(game.card().id()).resolve("colours.css");
            if (Files.exists(own)) {
                sheets.append(Files.readString(own));
            }
        }
        return Pattern.compile("--([a-z0-9-]+):")
                .matcher(sheets)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }

    private static void assertText(Value value) {
        assertTrue(value.isString() && !value.asString().isBlank(), () -> "a text, not " + value);
        assertTrue(!value.asString().contains("undefined") && !value.asString().contains("NaN"), value::asString);
    }
}
