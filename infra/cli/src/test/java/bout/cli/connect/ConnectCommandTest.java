package bout.cli.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bout.bots.BotServer;
import bout.bots.HttpAnswer;
import bout.cli.BotProgram;
import bout.cli.Bout;
import bout.cli.Ran;
import bout.cli.connect.FakeGateway.Answer;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.games.Games;
import bout.wire.BotBody;
import bout.wire.Json;
import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command between a gateway that can be told what to do and real bots. */
@Tag("server")
@Timeout(120)
class ConnectCommandTest {

    private static final String BOT = FakeGateway.BOT;
    private static final String MOVE = "{\"x\":1,\"y\":2}";

    private final CountDownLatch mayAnswer = new CountDownLatch(1);

    @TempDir
    private Path folder;

    private static final class Running implements AutoCloseable {
        private final StringWriter out = new StringWriter();
        private final StringWriter err = new StringWriter();
        private final FutureTask<Integer> status;
        private final Thread thread;

        private Running(FakeGateway gateway, String... arguments) {
            List<String> all = new ArrayList<>(List.of("connect", "--api", gateway.url()));
            all.addAll(List.of(arguments));
            status = new FutureTask<>(() -> Bout.commandLine()
                    .setOut(new PrintWriter(out, true))
                    .setErr(new PrintWriter(err, true))
                    .execute(all.toArray(String[]::new)));
            thread = Thread.ofPlatform().start(status);
        }

        /** Ends it as a program that contains it would; Ctrl-C ends the process. */
        String stop() throws Exception {
            thread.interrupt();
            assertEquals(0, status.get(30, TimeUnit.SECONDS), err.toString());
            return out.toString();
        }

        void awaitOutput(String pattern) throws InterruptedException {
            Pattern expected = Pattern.compile(pattern, Pattern.DOTALL);
            while (!expected.matcher(out.toString()).find()) {
                Thread.sleep(5);
            }
        }

        @Override
        public void close() throws Exception {
            thread.interrupt();
            thread.join();
        }
    }

    private static final class KeepingBot implements AutoCloseable {
        final Queue<BotServer.Request> received = new ConcurrentLinkedQueue<>();
        private final BotServer server;

        private KeepingBot(BotServer.Bot bot) throws Exception {
            server = new BotServer(0, request -> {
                received.add(request);
                return bot.answer(request);
            });
        }

        @Override
        public void close() {
            server.close();
        }
    }

    private static String firstRequest(String id) {
        Game<?> game = Games.byId(id).orElseThrow();
        Match<?> match = Match.draw(game, "4", Options.defaults(game.card().options()));
        return new String(BotBody.write(game.card().form(), match.request(Seat.FIRST)), StandardCharsets.UTF_8);
    }

    /** Answers once it {@link #mayAnswer}. */
    private KeepingBot patient() throws Exception {
        return new KeepingBot(asked -> {
            mayAnswer.await();
            return HttpAnswer.json(200, MOVE);
        });
    }

    private static ConnectionMessage.Request request(String call, String reply) {
        return request(call, reply, "{\"board\":\"ä\"}");
    }

    private static ConnectionMessage.Request request(String call, String reply, String body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("Bout-Match", "seat_5b1f0c9ae2d84f6a9c03d7e1b2a46f58");
        headers.put("Bout-Game", "ajax-tiles");
        headers.put("Bout-Seat", "2");
        headers.put("Bout-Turn", "7");
        headers.put("Bout-Time-Limit", "20000");
        headers.put("webhook-id", "seat_5b1f-7");
        headers.put("webhook-timestamp", "1763812800");
        headers.put("webhook-signature", "v1,c2lnbmF0dXJl=");
        return new ConnectionMessage.Request(call, reply, 20_000, headers, body);
    }

    @Test
    void a_request_reaches_the_bot_as_it_came_and_the_answer_goes_back() throws Exception {
        try (FakeGateway gateway = new FakeGateway("ajax-tiles");
                KeepingBot bot = new KeepingBot(asked ->
                        HttpAnswer.json(200, MOVE).with("Bout-Note", "n").with("X-Other", "o"));
                Running running = new Running(gateway, "--bot", BOT, "--token", "t", bot.server.url())) {
            FakeGateway.Connection line = gateway.awaitConnection();
            line.send(request("c1", "r1"));

            assertEquals(new ConnectionMessage.Answer("c1", "r1", 200, Map.of("Bout-Note", "n"), MOVE), line.answer());
            BotServer.Request got = bot.received.remove();
            request("c1", "r1")
                    .headers()
                    .forEach((name, value) -> assertEquals(value, got.headers().get(name), name));
            assertEquals("{\"board\":\"ä\"}", new String(got.body(), StandardCharsets.UTF_8));
            assertEquals("Bearer t", gateway.asked.getLast().headers().get("authorization"));

            String out = running.stop();
            assertTrue(
                    out.startsWith("Gary (" + BOT + ") plays ajax-tiles. Its page: " + gateway.url() + "/bot.html?key="
                            + BOT + "\nConnected. "),
                    out);
            assertTrue(out.matches("(?s).*\n#1 ajax-tiles, seat 2\n#1 turn 7, \\d+ ms: \\{\"x\":1,\"y\":2}\n.*"), out);
            assertTrue(out.endsWith("Disconnected after 0 matches.\n"), out);
        }
    }

    @Test
    void errors_go_back_with_their_status_and_a_bot_that_is_not_there_is_status_502() throws Exception {
        try (FakeGateway gateway = new FakeGateway("ajax-tiles")) {
            try (KeepingBot bot = new KeepingBot(asked -> HttpAnswer.text(500, "division by zero"));
                    Running running = new Running(gateway, "--bot", BOT, bot.server.url())) {
                FakeGateway.Connection line = gateway.awaitConnection();
                line.send(request("c1", "r1"));
                assertEquals(
                        new ConnectionMessage.Answer("c1", "r1", 500, Map.of(), "division by zero"), line.answer());
                String out = running.stop();
                assertTrue(out.contains("ms: FAILED. It answered with status 500.\n"), out);
            }
            KeepingBot ended = new KeepingBot(asked -> HttpAnswer.json(200, MOVE));
            try (ended;
                    Running running = new Running(gateway, "--bot", BOT, ended.server.url())) {
                FakeGateway.Connection line = gateway.awaitConnection();
                ended.close();
                line.send(request("c1", "r1"));
                String text = "The bot's host refused the connection: nothing listens on that port.";
                assertEquals(new ConnectionMessage.Answer("c1", "r1", 502, Map.of(), text), line.answer());
                assertTrue(running.stop().contains("ms: FAILED. " + text + "\n"));
            }
        }
    }

    @Test
    void a_call_on_a_broken_line_is_answered_on_the_next_one_without_asking_the_bot_again() throws Exception {
        try (FakeGateway gateway = new FakeGateway("ajax-tiles");
                KeepingBot bot = patient();
                Running running = new Running(gateway, "--bot", BOT, bot.server.url())) {
            FakeGateway.Connection first = gateway.awaitConnection();
            first.send(request("c1", "r1"));
            while (bot.received.isEmpty()) {
                Thread.sleep(5);
            }
            first.breakOff();
            FakeGateway.Connection second = gateway.awaitConnection();
            running.awaitOutput("The connection is lost: .*Connected[.]");
            second.send(request("c1", "r2"));
            mayAnswer.countDown();

            assertEquals(
                    Set.of("r1", "r2"),
                    Set.of(second.answer().reply(), second.answer().reply()),
                    "the first ticket is good on another line of the bot, too");
            assertEquals(1, bot.received.size());
            running.stop();
        }
    }

    @Test
    void when_the_gateway_is_closing_a_line_another_is_opened_first() throws Exception {
        try (FakeGateway gateway = new FakeGateway("ajax-tiles");
                KeepingBot bot = patient();
                Running running = new Running(gateway, "--bot", BOT, bot.server.url())) {
            FakeGateway.Connection first = gateway.awaitConnection();
            first.send(request("c1", "r1"));
            first.send(new ConnectionMessage.Closing("two hours"));
            FakeGateway.Connection second = gateway.awaitConnection();
            second.send(request("c2", "r2"));
            mayAnswer.countDown();

            assertEquals("r1", first.answer().reply(), "what was asked on a line is answered there");
            assertEquals("r2", second.answer().reply());
            assertFalse(first.closed);
            String out = running.stop();
            assertFalse(out.contains("lost"), out);
        }
    }

    @Test
    void large_messages_travel_in_parts() throws Exception {
        String body = "[\"" + "ä\\n".repeat(30_000) + "\"]";
        String answer = "[\"" + "\\t".repeat(30_000) + "\"]";
        try (FakeGateway gateway = new FakeGateway("ajax-tiles");
                KeepingBot bot = new KeepingBot(asked -> HttpAnswer.json(200, answer));
                Running running = new Running(gateway, "--bot", BOT, bot.server.url())) {
            FakeGateway.Connection line = gateway.awaitConnection();
            line.send(request("c1", "r1", body));

            assertEquals(answer, line.answer().body());
            assertEquals(body, new String(bot.received.remove().body(), StandardCharsets.UTF_8));
            assertTrue(line.textSizes.size() > 2, line.textSizes.toString());
            assertTrue(
                    line.textSizes.stream().allMatch(size -> size <= ConnectionText.MAX_BYTES),
                    line.textSizes.toString());
            running.stop();
        }
    }

    @Test
    void each_match_is_shown_with_page_opponent_times_and_result_and_the_log_has_everything() throws Exception {
        Path log = folder.resolve("log.jsonl");
        try (FakeGateway gateway = new FakeGateway("ajax-tiles");
                KeepingBot bot = new KeepingBot(asked -> HttpAnswer.json(200, MOVE));
                Running running = new Running(
                        gateway, "--bot", BOT, "ajax-tiles", bot.server.url(), "-q", "--log", log.toString())) {
            FakeGateway.Connection line = gateway.awaitConnection();
            String match = request("c1", "r1").headers().get("Bout-Match");
            line.send(new ConnectionMessage.Event(match, "ajax-tiles", Seat.SECOND, null, null, null));
            line.send("{\"type\":\"weather\",\"sunny\":true}");
            line.send(request("c1", "r1"));
            line.answer();
            line.send(request("c2", "r2"));
            line.answer();
            line.send(new ConnectionMessage.Event(
                    match,
                    "ajax-tiles",
                    Seat.SECOND,
                    "Bad\u001b[2J",
                    "/match.html?id=m",
                    ConnectionMessage.Result.WON));
            running.awaitOutput("won");
            String out = running.stop();

            assertTrue(out.contains("\n#1 ajax-tiles, seat 2\n#1 won against Bad\ufffd[2J, 2 answers, median "), out);
            assertTrue(out.contains(": " + gateway.url() + "/match.html?id=m\n"), out);
            assertTrue(out.endsWith("Disconnected after 1 match.\n"), out);
        }
        List<String> lines = Files.readAllLines(log);
        assertEquals(2, lines.size());
        Plain logged = Plain.of(Json.read(lines.getFirst()));
        assertEquals("c1", logged.text("call"));
        assertEquals("7", logged.get("headers").text("Bout-Turn"));
        assertEquals(MOVE, logged.text("answer"));
    }

    @Test
    void a_log_that_no_longer_fits_on_the_disk_is_told_once_and_the_bot_plays_on() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/full")), "this system has no disk that is always full");
        try (FakeGateway gateway = new FakeGateway("ajax-tiles");
                KeepingBot bot = new KeepingBot(asked -> HttpAnswer.json(200, MOVE));
                Running running =
                        new Running(gateway, "--bot", BOT, "ajax-tiles", bot.server.url(), "--log", "/dev/full")) {
            FakeGateway.Connection line = gateway.awaitConnection();
            for (String call : List.of("c1", "c2")) {
                line.send(request(call, "r" + call));
                assertEquals(MOVE, line.answer().body());
            }
            String out = running.stop();

            String told = "Cannot write /dev/full: No space left on device. Nothing more is logged.\n";
            assertEquals(2, out.split(Pattern.quote(told), -1).length, out);
        }
    }

    @Test
    void a_name_registers_a_bot_once_and_finds_it_again() throws Exception {
        List<Object> mine = new ArrayList<>();
        AtomicReference<Plain> created = new AtomicReference<>();
        try (FakeGateway gateway = new FakeGateway("ajax-tiles");
                KeepingBot bot = new KeepingBot(asked -> HttpAnswer.json(200, MOVE))) {
            gateway.routes.put("GET /api/bots", asked -> {
                Map<String, Object> page = new LinkedHashMap<>();
                page.put("bots", List.copyOf(mine));
                page.put("next", null);
                return new Answer(200, page);
            });
            gateway.routes.put("POST /api/bots", asked -> {
                created.set(asked.body());
                mine.add(FakeGateway.bot("Gary", "ajax-tiles", "connected"));
                return new Answer(201, mine.getFirst());
            });
            for (int time = 1; time <= 2; time++) {
                try (Running running = new Running(gateway, "--name", "Gary", "ajax-tiles", bot.server.url())) {
                    gateway.awaitConnection();
                    assertEquals(time == 1, running.stop().startsWith("Registered. "));
                }
            }
            assertEquals("Gary", created.get().text("name"));
            assertEquals("ajax-tiles", created.get().text("game"));
            assertTrue(created.get().get("connected").bool());
            assertEquals(
                    1,
                    gateway.asked.stream()
                            .filter(asked -> asked.line().equals("POST /api/bots"))
                            .count());
            mine.set(0, FakeGateway.bot("Gary", "ajax-tiles", "url"));
            Ran ran = Ran.bout("connect", "--api", gateway.url(), "--name", "Gary", "ajax-tiles", bot.server.url())
                    .exits(1);
            assertEquals(
                    "bout: Gary (" + BOT + ") is not a connected bot: Bout calls its URL or runs its code."
                            + " Choose another --name\n",
                    ran.err());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET  |         | 404 | No bot has this id.            | No bot has this id. (
            POST | /connect | 403 | This is not your bot.         | This is not your bot. Set BOUT_TOKEN to your token
            POST | /connect | 401 | A token is required.          | A token is required. Set BOUT_TOKEN to your token, or use --token.
            POST | /connect | 409 | Bout calls this bot at a URL. | Bout calls this bot at a URL. (
            POST | /connect | 503 | Later.                        | Later. (
            """)
    void what_the_api_refuses_is_one_sentence_and_status_1(
            String method, String path, int status, String detail, String printed) throws Exception {
        try (FakeGateway gateway = new FakeGateway("ajax-tiles")) {
            gateway.routes.put(
                    method + " /api/bots/" + BOT + (path == null ? "" : path),
                    asked -> new Answer(status, Map.of("detail", detail)));
            Ran ran = Ran.bout("connect", "--api", gateway.url(), "--bot", BOT, gateway.url())
                    .exits(1);
            assertTrue(ran.err().startsWith("bout: " + printed), ran.err());
            assertEquals(1, ran.err().lines().count(), ran.err());
        }
    }

    @Test
    void without_a_network_or_a_gateway_it_says_so() throws Exception {
        try (FakeGateway gateway = new FakeGateway("ajax-tiles")) {
            gateway.refusal = 503;
            Ran refused = Ran.bout("connect", "--api", gateway.url(), "--bot", BOT, gateway.url())
                    .exits(1);
            assertTrue(
                    refused.err()
                            .matches("bout: no connection to ws://127.0.0.1:\\d+/lines: it answers with status 503\n"),
                    refused.err());
            gateway.close();
            Ran nobody = Ran.bout("connect", "--api", gateway.url(), "--bot", BOT, gateway.url())
                    .exits(1);
            assertTrue(nobody.err().startsWith("bout: nothing answers at " + gateway.url()), nobody.err());
        }
    }

    @Test
    void after_it_was_connected_it_waits_for_the_gateway_but_not_for_a_bot_that_was_deleted() throws Exception {
        try (FakeGateway gateway = new FakeGateway("ajax-tiles");
                Running running = new Running(gateway, "--bot", BOT, gateway.url())) {
            FakeGateway.Connection first = gateway.awaitConnection();
            gateway.refusal = 503;
            first.breakOff();
            running.awaitOutput("Next attempt in ");
            gateway.refusal = 0;
            FakeGateway.Connection second = gateway.awaitConnection();
            gateway.routes.put(
                    "POST /api/bots/" + BOT + "/connect",
                    asked -> new Answer(404, Map.of("detail", "No bot has this id.")));
            second.breakOff();
            assertEquals(1, running.status.get(60, TimeUnit.SECONDS));
            assertTrue(running.err.toString().startsWith("bout: No bot has this id. ("), running.err.toString());
        }
    }

    @Test
    void a_program_for_the_original_game_is_started_for_each_match() throws Exception {
        Map<String, String> headers = new LinkedHashMap<>(request("c1", "r1").headers());
        headers.put("Bout-Game", "ice-and-fire");
        ConnectionMessage.Request request =
                new ConnectionMessage.Request("c1", "r1", 20_000, headers, firstRequest("ice-and-fire"));
        try (FakeGateway gateway = new FakeGateway("ice-and-fire");
                Running running = new Running(
                        gateway,
                        "--bot",
                        BOT,
                        "ice-and-fire",
                        "--",
                        "sh",
                        "-c",
                        "read spots; echo \"MSG $spots\"; cat")) {
            FakeGateway.Connection line = gateway.awaitConnection();
            line.send(request);
            ConnectionMessage.Answer answer = line.answer();
            assertEquals(200, answer.status(), answer.body());
            assertTrue(answer.body().matches("\\{\"commands\":\"MSG \\d+\"}"), answer.body());
            assertNotEquals("", running.stop());
        }
    }

    @Test
    void the_starter_in_python_plays_over_a_line() throws Exception {
        BotProgram.assumeHere("python3");
        Path starter = Path.of("../../docs/starters/python/bot.py").toAbsolutePath();
        String body = firstRequest("ajax-tiles");
        try (FakeGateway gateway = new FakeGateway("ajax-tiles");
                BotProgram bot = BotProgram.start(folder, port -> List.of("python3", starter.toString(), port));
                Running running = new Running(gateway, "--bot", BOT, bot.url())) {
            FakeGateway.Connection line = gateway.awaitConnection();
            for (int call = 0; call < 20; call++) {
                line.send(request("c" + call, "r", body));
                ConnectionMessage.Answer answer = line.answer();
                assertEquals(200, answer.status(), bot.output());
                assertTrue(answer.body().matches("\\{\"x\": ?\\d+, ?\"y\": ?\\d+}"), answer.body());
            }
            running.stop();
        }
    }

    @Test
    void a_bot_is_registered_only_once_it_listens() throws Exception {
        int port = BotProgram.freePort();
        try (FakeGateway gateway = new FakeGateway("ajax-tiles")) {
            Map<String, Object> none = new LinkedHashMap<>(Map.of("bots", List.of()));
            none.put("next", null);
            gateway.routes.put("GET /api/bots", asked -> new Answer(200, none));
            gateway.routes.put(
                    "POST /api/bots", asked -> new Answer(201, FakeGateway.bot("Gary", "ajax-tiles", "connected")));
            try (Running running =
                    new Running(gateway, "--name", "Gary", "AJAX-Tiles", " 'http://127.0.0.1:" + port + "/' ")) {
                running.awaitOutput("Waiting for the bot: nothing answers at 127.0.0.1:" + port + "\\.\n");
                assertTrue(
                        gateway.asked.stream().noneMatch(asked -> asked.line().equals("POST /api/bots")));
                try (BotServer bot = new BotServer(port, asked -> HttpAnswer.json(200, MOVE))) {
                    gateway.awaitConnection();
                    String out = running.stop();
                    assertTrue(out.contains("Registered. "), out);
                }
            }
        }
    }

    @Test
    void a_program_that_is_not_there_is_told_before_anything_is_registered() throws Exception {
        try (FakeGateway gateway = new FakeGateway("ice-and-fire")) {
            Ran ran = Ran.bout(
                            "connect",
                            "--api",
                            gateway.url(),
                            "--bot",
                            BOT,
                            "ice-and-fire",
                            "--",
                            "no-such-program",
                            "x")
                    .exits(1);
            assertEquals(
                    "bout: cannot start 'no-such-program': there is no such program in PATH, or it is not executable\n",
                    ran.err());
        }
    }
}
