package bout.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.games.Games;
import bout.wire.BotBody;
import bout.wire.Json;
import bout.wire.WebhookSecret;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Plays the bots that authors start from, each in its own language. Where a language is missing its bot is skipped, but
 * for a build that says {@code CI=true}: there it is an error.
 */
@Tag("server")
class StartersTest {

    private static final Path STARTERS = Path.of("../../docs/starters").toAbsolutePath();

    /** Short where a game can be made so; the others end by themselves. */
    private static final int MOST_TURNS = 60;

    private static final WebhookSecret OTHER_SECRET = WebhookSecret.draw(new SecureRandom());
    private static final Game<?> TOKENS = Games.byId("tokens").orElseThrow();

    private enum Language {
        PYTHON("python3", "python/bot.py"),
        JAVASCRIPT("node", "javascript/bot.mjs"),
        JAVA(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "java/Bot.java"),
        GO("go", "go/bot.go"),
        PHP("php", "php/bot.php");

        private final String program;
        private final Path file;

        Language(String program, String file) {
            this.program = program;
            this.file = STARTERS.resolve(file);
        }

        List<String> command(String port) {
            return switch (this) {
                // Go first compiles its whole library: without what makes a program faster, and what a debugger reads,
                // that takes three fifths of the processor time.
                case GO -> List.of(program, "run", "-gcflags=all=-N -l", "-ldflags=-s -w", file.toString(), port);
                case PHP -> List.of(program, "-S", "127.0.0.1:" + port, file.toString());
                case JAVA -> List.of(program, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", file.toString(), port);
                case PYTHON, JAVASCRIPT -> List.of(program, file.toString(), port);
            };
        }
    }

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Language.class)
    void a_starter_says_where_it_listens_once_it_does_why_it_cannot_and_why_it_fails(Language language)
            throws Exception {
        BotProgram.assumeHere(language.program);
        try (BotProgram bot = BotProgram.start(folder, language::command)) {
            String port = Integer.toString(URI.create(bot.url()).getPort());
            if (language == Language.PHP) {
                // What PHP's own web server says; the starter itself runs only when a request comes.
                bot.awaitOutput("Development Server (http://127.0.0.1:" + port + ") started");
                assertRefuses(language, port, "Failed to listen on 127.0.0.1:" + port);
            } else {
                bot.awaitOutput("listening on " + bot.url() + "\n");
                assertRefuses(language, port, "cannot listen on port " + port + ": ");
                assertRefuses(language, "99999", "cannot listen on port 99999: ");
            }
            assertFails(language, bot);
        }
    }

    /** @param reason how the only line it prints begins; PHP puts the time before it */
    private void assertRefuses(Language language, String port, String reason) throws Exception {
        Process process = BotProgram.builder(folder, language.command(port)).start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), UTF_8)
                .lines()
                .toList();
        assertNotEquals(0, process.waitFor());
        assertTrue(lines.getFirst().replaceFirst("^\\[[^]]*] ", "").startsWith(reason), lines.toString());
        // "go run" adds the exit status of the program that it ran.
        assertEquals(
                1,
                lines.stream().filter(line -> !line.startsWith("exit status ")).count(),
                lines.toString());
    }

    @Test
    void a_starter_plays_every_game_at_either_seat_without_a_failure() throws Exception {
        playEveryGame(Language.PYTHON);
    }

    @ParameterizedTest
    @EnumSource(value = Language.class, mode = EnumSource.Mode.EXCLUDE, names = "PYTHON")
    @Tag("full")
    void the_other_starters_play_every_game_at_either_seat_without_a_failure(Language language) throws Exception {
        playEveryGame(language);
    }

    private void playEveryGame(Language language) throws Exception {
        BotProgram.assumeHere(language.program);
        try (BotProgram bot = BotProgram.start(folder, language::command)) {
            for (Game<?> game : Games.ALL) {
                String house = "house:" + game.houseBots().getFirst().name();
                play(game, bot, bot.url(), house);
                play(game, bot, house, bot.url());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void a_starter_with_a_secret_answers_only_calls_that_are_signed_with_it_now(Language language) throws Exception {
        BotProgram.assumeHere(language.program);
        WebhookSecret secret = WebhookSecret.draw(new SecureRandom());
        Map<String, String> environment = Map.of("BOUT_SECRET", secret.text());
        try (BotProgram bot = BotProgram.start(folder, language::command, environment)) {
            for (String game : List.of("ajax-tiles", "tokens")) { // one is sent a form, the other JSON
                Ran right = Ran.bout("check", game, bot.url(), "--secret", secret.text());
                assertEquals("7 passed, 0 failed", right.lastLine(), right.out() + bot.output());
                Ran wrong = Ran.bout("check", game, bot.url(), "--secret", OTHER_SECRET.text());
                assertEquals("0 passed, 6 failed", wrong.lastLine(), wrong.out() + bot.output());
                assertTrue(wrong.out().contains("Answered with status 401"), wrong.out() + bot.output());
                Ran unsigned = Ran.bout("check", game, bot.url());
                assertEquals("0 passed, 6 failed", unsigned.lastLine(), unsigned.out() + bot.output());
            }
            long now = Instant.now().getEpochSecond();
            for (long ago : List.of(-400L, 400L)) {
                assertEquals(401, call(bot, secret, now - ago, "").statusCode(), bot.output());
            }
            HttpResponse<String> rotating = call(bot, secret, now, "v1,c29tZSBvdGhlciBzZWNyZXQ= v1a,none ");
            assertEquals(200, rotating.statusCode(), bot.output());
            assertEquals(
                    secret.proof("a-match-1-0"),
                    rotating.headers().firstValue(WebhookSecret.PROOF).orElse(null));
        }
    }

    /** It says why to Bout, and where in its terminal. */
    private static void assertFails(Language language, BotProgram bot) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(bot.url()))
                            .header("Content-Type", "application/json")
                            .header("Bout-Game", "tokens")
                            .header("Bout-Match", "seat_7")
                            .header("Bout-Turn", "41")
                            .POST(HttpRequest.BodyPublishers.ofString("{}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            String why =
                    switch (language) {
                        case PYTHON ->
                            "TypeError: tokens() missing 2 required positional arguments: 'player1' and 'board'";
                        case JAVASCRIPT -> "TypeError: ";
                        case JAVA -> "java.lang.NullPointerException: ";
                        case GO -> "runtime error: index out of range";
                        case PHP -> "ArgumentCountError: Too few arguments to function tokens()";
                    };
            assertEquals(500, answer.statusCode());
            assertTrue(answer.body().startsWith(why), answer.body());
            assertEquals(1, answer.body().strip().lines().count(), answer.body());
            bot.awaitOutput("seat_7, turn 41:");
            bot.awaitOutput(language.file.getFileName().toString());
        }
    }

    private static HttpResponse<String> call(BotProgram bot, WebhookSecret secret, long timestamp, String others)
            throws Exception {
        byte[] body = BotBody.write(
                GameCard.Form.JSON,
                Match.draw(TOKENS, "5", Options.defaults(TOKENS.card().options()))
                        .request(Seat.FIRST));
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(bot.url()))
                            .header("Content-Type", "application/json")
                            .header("Bout-Game", "tokens")
                            .header(WebhookSecret.ID, "a-match-1-0")
                            .header(WebhookSecret.TIMESTAMP, Long.toString(timestamp))
                            .header(WebhookSecret.SIGNATURE, others + secret.signature("a-match-1-0", timestamp, body))
                            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private static void play(Game<?> game, BotProgram bot, String first, String second) throws Exception {
        List<String> command = new ArrayList<>(
                List.of("play", game.card().id(), first, second, "--seed", "5", "--json", "--time-limit", "20000"));
        if (game.card().options().stream().anyMatch(option -> option.name().equals("maxTurns"))) {
            command.addAll(List.of("--set", "maxTurns=" + MOST_TURNS));
        }
        Ran ran = Ran.bout(command.toArray(String[]::new));

        String context = game.card().id() + " " + ran.out() + ran.err() + bot.output();
        assertEquals(0, ran.status(), context);
        Map<?, ?> line = (Map<?, ?>) Json.read(ran.out());
        assertEquals(List.of(), line.get("failures"), context);
        // A command that A Code of Ice and Fire does not know is no failed call, but it loses at once.
        assertTrue(
                ((List<?>) line.get("scores")).stream().noneMatch(Integer.valueOf(-1)::equals)
                        || line.get("reason").equals("hq"),
                context);
        assertTrue((Integer) line.get("turns") > 1, context);
    }
}
