package bout.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Action;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.HouseMatch;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.games.Games;
import bout.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the folders {@code games/<id>/}. */
class GameFoldersTest {

    private static final Path GAMES = Scripts.SITE.resolve("games");

    /** The first turns of a match: the JavaScript interpreter is slow. */
    private static final int TURNS = 20;

    static Stream<Game<?>> games() {
        return Games.ALL.stream();
    }

    @Test
    void there_is_exactly_one_folder_for_each_game() throws IOException {
        try (Stream<Path> folders = Files.list(GAMES)) {
            assertEquals(
                    Games.ALL.stream().map(game -> game.card().id()).sorted().toList(),
                    folders.map(folder -> folder.getFileName().toString())
                            .sorted()
                            .toList());
        }
    }

    /** So a new game only needs its own folder. */
    @Test
    void no_other_script_page_or_style_sheet_names_a_game() throws IOException {
        // Tokens is also the API's word for credentials, so it counts only when used as an id.
        Pattern names = Pattern.compile(
                Games.ALL.stream()
                        .map(game -> game.card().id())
                        .map(id -> id.equals("tokens") ? "[\"'/]tokens[\"'/.]" : id)
                        .collect(Collectors.joining("|")),
                Pattern.CASE_INSENSITIVE);
        List<String> found = new ArrayList<>();
        for (Path root : List.of(Scripts.SITE, Path.of("src", "main", "pages"))) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(Files::isRegularFile)
                        .filter(file -> !file.startsWith(GAMES))
                        // Fonts and pictures are not text.
                        .filter(file -> !file.toString().matches(".*\\.(woff2|png)"))
                        .toList()) {
                    names.matcher(Files.readString(file))
                            .results()
                            .forEach(name -> found.add(file + ": " + name.group()));
                }
            }
        }
        assertEquals(List.of(), found);
    }

    @ParameterizedTest
    @MethodSource("games")
    void a_game_s_opponent_in_the_playground_is_one_of_its_house_bots(Game<?> game) throws IOException {
        try (Scripts scripts = new Scripts()) {
            Value playground = playground(scripts, game);
            if (playground.hasMember("opponent")) {
                String opponent = playground.getMember("opponent").asString();
                assertTrue(game.houseBot(opponent).isPresent(), opponent);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("games")
    void the_chances_in_a_game_are_found_by_its_house_bots(Game<?> game) throws IOException {
        try (Scripts scripts = new Scripts()) {
            Value bots = scripts.module(folder(game).resolve("chances.js"))
                    .getMember("chances")
                    .getMember("bots");
            for (Value bot : Scripts.elements(bots)) {
                assertTrue(game.houseBot(bot.asString()).isPresent(), game.card()::id);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("games")
    void every_kind_of_event_has_a_sound(Game<?> game) throws IOException {
        try (Scripts scripts = new Scripts()) {
            Value sounds = scripts.module(folder(game).resolve("sounds.js"));
            Value known = scripts.module(Scripts.SITE.resolve("viewer").resolve("sound.js"))
                    .getMember("SOUNDS");
            Value kinds = scripts.module(folder(game).resolve("renderer.js")).getMember("kinds");
            for (String kind : kinds.getMemberKeys()) {
                Value sound = sounds.invokeMember("soundOf", scripts.value(Map.of("kind", kind)));
                assertTrue(sound.isString() && known.hasMember(sound.asString()), kind);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("games")
    void the_layers_of_a_renderer_exist_in_its_pictures(Game<?> game) throws IOException {
        try (Scripts scripts = new Scripts()) {
            Value playground = playground(scripts, game);
            List<Object> pictures = pictures(game);
            if (playground.hasMember("layers")) {
                Value layers = playground.getMember("layers");
                for (String layer : layers.getMemberKeys()) {
                    assertTrue(
                            pictures.stream()
                                    .anyMatch(picture -> Json.text(scripts.plain(layers.getMember(layer)
                                                            .execute(scripts.value(picture))))
                                                    .length()
                                            < Json.text(picture).length()),
                            layer);
                }
            }
            if (playground.hasMember("places")) {
                Value places = playground.getMember("places").execute(scripts.value(pictures.getLast()));
                assertEquals(2, places.getArraySize());
            }
        }
    }

    /** The pictures of every tenth turn of a match between house bots. */
    private static <M> List<Object> pictures(Game<M> game) {
        HouseBot bot = game.houseBots().getLast();
        var playback = HouseMatch.replay(game, "7", Options.defaults(game.card().options()), bot, bot)
                .playback(game);
        List<Object> pictures = new ArrayList<>();
        do {
            if (playback.match().turn() % 10 == 0) {
                pictures.add(playback.match().picture());
            }
        } while (pictures.size() < 5 && playback.next());
        return pictures;
    }

    @ParameterizedTest
    @MethodSource("games")
    void every_sample_file_is_listed_and_plays_without_a_failure(Game<?> game) throws IOException {
        List<String> samples;
        String before;
        try (Scripts scripts = new Scripts()) {
            Value playground = playground(scripts, game);
            samples = Scripts.elements(playground.getMember("samples")).stream()
                    .map(sample -> sample.getMember("id").asString())
                    .toList();
            before = before(game, playground);
        }
        Path folder = folder(game).resolve("samples");
        assertEquals(samples.stream().sorted().toList(), files(folder));
        for (String sample : samples) {
            try (Bot bot = Bot.of(before, Files.readString(folder.resolve(sample + ".js")))) {
                play(game, sample, bot);
            }
        }
    }

    private static Path folder(Game<?> game) {
        return GAMES.resolve(game.card().id());
    }

    private static Value playground(Scripts scripts, Game<?> game) throws IOException {
        return scripts.module(folder(game).resolve("playground.js"));
    }

    private static List<String> files(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString().replaceFirst("\\.js$", ""))
                    .sorted()
                    .toList();
        }
    }

    /** The code that runs before a bot's code. */
    private static String before(Game<?> game, Value playground) throws IOException {
        String harness = Files.readString(Scripts.SITE.resolve("sandbox").resolve("harness.js"));
        return playground.hasMember("ownCall")
                ? harness + Files.readString(folder(game).resolve("bot-call.js"))
                : harness;
    }

    /** Plays against the game's last house bot. */
    private static <M> void play(Game<M> game, String sample, Bot bot) {
        Match<M> match = Match.draw(game, "7", Options.defaults(game.card().options()));
        HouseBot.Bot opponent = game.houseBots().getLast().at(Seat.SECOND, "7");
        while (!match.over() && match.turn() < TURNS) {
            Action<M> own =
                    match.isToMove(Seat.FIRST) ? match.read(Seat.FIRST, bot.answer(match.request(Seat.FIRST))) : null;
            if (own != null && own.failure() != null) {
                throw new AssertionError(sample + " on turn " + match.turn() + ": " + own.failure());
            }
            Action<M> others = match.isToMove(Seat.SECOND)
                    ? match.read(Seat.SECOND, opponent.answer(match.request(Seat.SECOND)))
                    : null;
            match.play(Turn.of(own, others));
        }
    }

    /** A bot inside the sandbox's harness, called like the page's worker calls it. */
    private record Bot(Scripts scripts, Value ask) implements AutoCloseable {

        static Bot of(String before, String code) throws IOException {
            try (Scripts scripts = new Scripts()) {
                Value programs = scripts.module(
                                Scripts.SITE.resolve("playground").resolve("bot-program.js"))
                        .invokeMember("botPrograms", before, code);
                try {
                    return load(programs.getMember("asExpression").asString());
                } catch (PolyglotException noExpression) {
                    if (!noExpression.isSyntaxError()) {
                        throw noExpression;
                    }
                    return load(programs.getMember("asDeclarations").asString());
                }
            }
        }

        private static Bot load(String program) {
            Scripts scripts = new Scripts();
            try {
                Value worker = scripts.script("""
                        (() => {
                          const { parse } = JSON;
                          const port = { postMessage: (text) => { port.said = text; } };
                          globalThis.addEventListener = (kind, listener) => { port[kind] = listener; };
                          return {
                            open: () => port.message({ stopImmediatePropagation() {}, ports: [port] }),
                            ask: (json) => {
                              port.onmessage({ data: parse(json) });
                              return port.said;
                            },
                          };
                        })()""");
                scripts.script(program);
                worker.invokeMember("open");
                return new Bot(scripts, worker.getMember("ask"));
            } catch (PolyglotException failed) {
                scripts.close();
                throw failed;
            }
        }

        Object answer(Map<String, Object> fields) {
            Map<String, Object> call = new LinkedHashMap<>();
            call.put("call", 1);
            call.put("match", 1);
            call.put("seed", "7");
            call.put("seat", 1);
            call.put("fields", fields);
            call.put("log", true);
            String said = ask.execute(Json.text(call)).asString();
            try {
                Map<?, ?> reply = (Map<?, ?>) Json.read(said);
                if (reply.get("error") != null) {
                    throw new AssertionError(reply.toString());
                }
                return Json.read(((String) reply.get("answer")));
            } catch (Json.NotJson impossible) {
                throw new IllegalStateException(said, impossible);
            }
        }

        @Override
        public void close() {
            scripts.close();
        }
    }
}
