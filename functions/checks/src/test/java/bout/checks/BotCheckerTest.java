package bout.checks;

import static bout.botclient.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.botclient.TestServer;
import bout.botclient.TestServers;
import bout.botclient.player.UnprovenHosts;
import bout.connected.BotConnections;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Match;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.games.Games;
import bout.sandbox.Sandbox;
import bout.sandbox.SandboxBot;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestContext;
import bout.store.TestMessages;
import bout.store.TestQueues;
import bout.store.access.Owners;
import bout.store.access.Scope;
import bout.store.bot.BotRecord;
import bout.store.bot.BotRecord.BotCheck;
import bout.store.bot.BotRecord.BotSettings;
import bout.store.bot.BotRecord.Health;
import bout.store.bot.BotRecord.Verification;
import bout.store.bot.BotRecord.Visibility;
import bout.store.bot.Bots;
import bout.store.bot.Program;
import bout.store.bot.PublishedCode;
import bout.store.queue.CheckQueue;
import bout.store.queue.CheckQueue.Task;
import bout.store.replay.Replays;
import bout.wire.BotBody;
import bout.wire.ReplayFile;
import bout.wire.WebhookSecret;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
@Tag("aws")
class BotCheckerTest {

    private static final MatchIds IDS = new MatchIds(Clock.systemUTC(), new SecureRandom());
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final String PASS = "{\"x\":-1,\"y\":-1}";
    private static final WebhookSecret SECRET = WebhookSecret.draw(new SecureRandom());

    /** In a header or the file of a bot: what proves that it is its owner's. */
    private static final String PROOF = "PROOF";

    /** Code that moves three times. */
    private static final String TIRES =
            "let move = 0; function bot() { if (++move > 3) { throw new Error('at move ' + move); }"
                    + " return { x: -1, y: -1 }; }";

    private static final Sandbox SANDBOX = new Sandbox();

    private final Map<String, String> environment = TestAws.application().environment();
    private final Aws aws = TestAws.aws(environment);
    private final TestQueues queues = new TestQueues(environment);
    private final Bots bots = new Bots(aws.table(), Clock.systemUTC());
    private final Replays replays = new Replays(aws.bucket());
    private final CheckQueue queue = aws.checkQueue();

    @AutoClose
    private final TestServers servers = new TestServers();

    @AutoClose
    private final BotClient client = new BotClient(AddressPolicy.LOOPBACK, BotClient.DEFAULT_CALLS_PER_BOT);

    private final BotConnections connections = BotConnections.of(aws, 1);
    private final BotChecker checker = checker(client, true);

    private BotChecker checker(BotClient with, boolean open) {
        return checker(with, new UnprovenHosts(0), Clock.systemUTC(), open);
    }

    private BotChecker checker(BotClient with, UnprovenHosts unproven, Clock clock, boolean open) {
        return new BotChecker(aws, SANDBOX, connections, with, unproven, clock, Duration.ZERO, open);
    }

    private static long plenty() {
        return System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    }

    private BotRecord published(String code) {
        new PublishedCode(aws.bucket()).put(code);
        return registered("ada", "ajax-tiles", Program.Published.of(code, false));
    }

    @Test
    void published_code_is_checked_without_a_proof() {
        BotRecord bot = published("function bot() { return { x: -1, y: -1 }; }");
        assertTrue(checker(client, false).work(asked(bot), plenty()));
        BotCheck check = checkOf(bot);
        assertFalse(check.calls().isEmpty());
        check.calls().forEach(call -> assertTrue(call.passed(), call.text()));
        String match = check.calls().getLast().text();
        assertTrue(
                match.matches("plays (a match to its end|the beginning of a match): \\d+ turns, answered all"), match);
        assertTrue(bots.find(bot.id()).orElseThrow().proven());
    }

    @Test
    void published_code_that_throws_fails_health_checks_until_it_is_suspended() {
        BotRecord bot = published("function bot() { throw new Error('out of ideas'); }");
        for (int sweep = 0; sweep < Health.FAILURES_TO_LEAVE; sweep++) {
            assertTrue(checker(client, false)
                    .work(new Task.Health(bot.owner(), bot.id(), NOON.plusSeconds(sweep)), plenty()));
        }
        Health health = healthOf(bot);
        assertTrue(health.suspended());
        assertTrue(health.reason().contains("out of ideas"), health.reason());
    }

    @Test
    void a_check_of_a_bot_that_is_not_connected_says_so_once_and_waits_for_nothing() {
        BotRecord bot = registered("ada", "ajax-tiles", new Program.Connected());
        assertEquals(
                List.of(new BotCheck.CheckedCall(0, Seat.FIRST, "", null, 0, false, "The bot is not connected.")),
                callsOf(bot));

        BotCheck again = BotCheck.ofMatch(IdKind.BOT.next(IDS), "match", Instant.now());
        bots.ask(bot.id(), again);
        assertTrue(checker.work(
                new Task.Again(bot.owner(), bot.id(), again.id(), "no-file", 7, 2, null, "seed"), plenty()));
        assertEquals(
                List.of(new BotCheck.CheckedCall(7, Seat.SECOND, "", null, 0, false, "The bot is not connected.")),
                checkOf(bot).calls());
    }

    @Test
    void a_bot_that_is_not_connected_is_not_suspended_for_that() {
        BotRecord bot = registered("ada", "ajax-tiles", new Program.Connected());
        for (int minute = 0; minute < Health.FAILURES_TO_LEAVE; minute++) {
            health(bot, minute);
        }
        assertEquals(Health.UNKNOWN, healthOf(bot));
    }

    private BotRecord registered(TestServer server) {
        return registered("ada", server.url().text());
    }

    private BotRecord registered(String owner, String url) {
        return registered(owner, "ajax-tiles", new Program.AtUrl(url));
    }

    private BotRecord registered(String owner, String game, Program program) {
        BotRecord bot = BotRecord.registered(
                IdKind.BOT.next(IDS),
                owner,
                game,
                new BotSettings("Gary", program, SECRET, Visibility.PUBLIC, true),
                Instant.now());
        bots.register(bot, null, 0);
        return bot;
    }

    private BotRecord found(BotRecord bot) {
        return bots.find(bot.id()).orElseThrow();
    }

    private Health healthOf(BotRecord bot) {
        return found(bot).version().health();
    }

    private Verification proofOf(BotRecord bot) {
        return found(bot).version().verification();
    }

    private BotCheck checkOf(BotRecord bot) {
        return found(bot).version().check();
    }

    /** Asks for a check of the bot. */
    private Task.Check asked(BotRecord bot) {
        BotCheck check = BotCheck.asked(IdKind.BOT.next(IDS), Instant.now());
        assertEquals(Optional.of(check.id()), bots.ask(bot.id(), check).map(BotCheck::id));
        return new Task.Check(bot.owner(), bot.id(), check.id());
    }

    private BotRecord checked(BotRecord bot) {
        assertTrue(checker.work(asked(bot), plenty()));
        return found(bot);
    }

    private Verification verified(BotRecord bot) {
        return checked(bot).version().verification();
    }

    private List<BotCheck.CheckedCall> callsOf(BotRecord bot) {
        return checked(bot).version().check().calls();
    }

    /** A bot that passes, with additional headers, on a host that serves a file; both may have a {@link #PROOF}. */
    private TestServer bot(String headers, String file) throws IOException {
        AtomicReference<String> path = new AtomicReference<>("/");
        return servers.of(connection -> {
            for (TestServer.Request request = connection.request(); request != null; request = connection.request()) {
                Map<String, String> sent = request.headers();
                if (!request.line().startsWith("GET")) {
                    path.set(request.line().split(" ")[1]);
                    String right = headers.contains(PROOF) ? SECRET.proof(sent.get(WebhookSecret.ID)) : "";
                    connection.send(ok(PASS).replace("\r\n\r\n", "\r\n" + headers.replace(PROOF, right) + "\r\n"));
                } else if (file == null) {
                    connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: 7\r\n\r\nno file");
                } else {
                    String text = file.replace(PROOF, SECRET.proof("http://" + sent.get("host") + path.get()));
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + text.length() + "\r\n\r\n" + text);
                }
            }
        });
    }

    private BotCheck askedAgain(BotRecord bot, String match, int turn, int seat) {
        BotCheck check = BotCheck.ofMatch(IdKind.BOT.next(IDS), match, Instant.now());
        assertEquals(Optional.of(check.id()), bots.ask(bot.id(), check).map(BotCheck::id));
        assertTrue(checker.work(
                new Task.Again(bot.owner(), bot.id(), check.id(), match, turn, seat, 5000, "seed"), plenty()));
        return checkOf(bot);
    }

    private Match<?> played(String id) {
        Game<?> game = Games.byId("ajax-tiles").orElseThrow();
        Match<?> match = Situation.recorded(game);
        replays.put(
                id,
                ReplayFile.write(Replay.of(match, List.of(Replay.Player.named("One"), Replay.Player.named("Two")))));
        return match;
    }

    @Test
    void a_bot_gets_the_request_of_a_turn_again_and_its_answer_is_shown() throws Exception {
        String id = IDS.next();
        played(id);
        TestServer server = bot("", null);
        BotRecord bot = registered(server);
        BotCheck check = askedAgain(bot, id, 7, 2);
        assertEquals(id, check.match());
        assertNotNull(check.finishedAt());
        BotCheck.CheckedCall call = check.calls().getFirst();
        assertEquals(
                List.of(1, 7, 2),
                List.of(check.calls().size(), call.turn(), call.seat().number()));
        assertEquals(PASS, call.came());
        assertTrue(call.passed(), call.text());
        TestServer.Request request = server.received.getFirst();
        assertEquals("7", request.headers().get("bout-turn"));
        assertEquals("2", request.headers().get("bout-seat"));
        assertEquals("5000", request.headers().get("bout-time-limit"));
        assertNotNull(request.headers().get("webhook-signature"));
        Replay replay = ReplayFile.read(replays.get(id).orElseThrow());
        assertEquals(
                new String(
                        BotBody.write(
                                GameCard.Form.FORM,
                                replay.play(Games.byId("ajax-tiles").orElseThrow(), 7)
                                        .request(Seat.SECOND)),
                        StandardCharsets.UTF_8),
                request.body());
        // Delivered again, the message changes nothing.
        assertTrue(checker.work(new Task.Again(bot.owner(), bot.id(), check.id(), id, 7, 2, null, "seed"), plenty()));
        assertEquals(1, server.requests.get());
    }

    @Test
    void published_code_that_is_asked_again_has_its_variables_and_draws_the_numbers_of_the_match() throws Exception {
        String code = "let asked = 0; function bot() { return { x: asked++, y: Math.floor(Math.random() * 1e9) }; }";
        String id = IDS.next();
        played(id);
        String expected = null;
        try (Sandbox sandbox = new Sandbox();
                SandboxBot bot = sandbox.open("ajax-tiles", code, "ada", "seed", Seat.SECOND)) {
            for (int turn = 1; turn <= 7; turn += 2) {
                expected = bot.ask("{}", 10_000).json();
            }
        }
        BotCheck check = askedAgain(published(code), id, 7, 2);
        assertEquals(expected, check.calls().getFirst().came());
    }

    @Test
    void a_bot_is_not_called_where_it_was_not_asked_or_nothing_is_recorded() throws Exception {
        String id = IDS.next();
        int turns = played(id).turn();
        TestServer server = bot("", null);
        BotRecord bot = registered(server);
        for (int[] place : new int[][] {{7, 1}, {turns, 1}, {turns + 50, 2}}) {
            BotCheck.CheckedCall call =
                    askedAgain(bot, id, place[0], place[1]).calls().getFirst();
            assertFalse(call.passed());
            assertEquals("The bot got no request on this turn.", call.text());
        }
        String none = IDS.next();
        assertEquals(
                "The match has no replay.",
                askedAgain(bot, none, 0, 1).calls().getFirst().text());
        assertEquals(0, server.requests.get());
    }

    @Test
    void checks_do_not_flood_the_host_of_a_url_without_proof() throws Exception {
        TestServer nobody = servers.answering("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
        BotChecker limited = checker(client, new UnprovenHosts(1), Clock.systemUTC(), false);
        long begun = System.nanoTime();
        for (int i = 0; i < 10; i++) {
            BotRecord bot = registered("ada", nobody.url("/" + i).text());
            long startBefore = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100);
            if (!limited.work(asked(bot), startBefore)) {
                assertNull(checkOf(bot).finishedAt(), "it is left for another delivery");
            }
        }
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
        int calls = (int) nobody.received.stream()
                .filter(request -> request.line().startsWith("POST"))
                .count();
        assertTrue(calls <= 6 + seconds, calls + " calls in " + seconds + " s");
    }

    @Test
    void a_check_ends_although_an_answer_has_a_number_that_json_cannot_represent() throws Exception {
        TestServer server = servers.replying(request -> ok("{\"x\":1e999,\"y\":-1e999}"));
        BotCheck check = checked(registered(server)).version().check();
        assertNotNull(check.finishedAt());
        assertEquals(7, check.calls().size());
        for (BotCheck.CheckedCall call : check.calls()) {
            assertEquals("{\"x\":\"Infinity\",\"y\":\"-Infinity\"}", call.came());
        }
    }

    @Test
    void a_check_reports_each_call_with_request_and_answer() throws Exception {
        TestServer server = bot("", null);
        BotRecord bot = registered(server);
        BotCheck check = checked(bot).version().check();
        assertEquals(7, check.calls().size());
        assertTrue(check.finishedAt() != null);
        for (BotCheck.CheckedCall call : check.calls()) {
            assertTrue(call.passed(), call.text());
            assertEquals(PASS, call.came());
            assertTrue(call.sent().startsWith("application/x-www-form-urlencoded color="), call.sent());
            assertTrue(call.text().startsWith("plays "), call.text());
        }
        for (TestServer.Request request : server.received) {
            if (request.line().startsWith("POST")) {
                assertEquals(
                        request.signature(bot.settings().secret()),
                        request.headers().get("webhook-signature"));
            }
        }
    }

    @Test
    void a_failed_check_says_why() throws Exception {
        TestServer server = servers.answering("HTTP/1.1 500 Oops\r\nContent-Length: 4\r\n\r\noops");
        BotCheck check = checked(registered(server)).version().check();
        assertFalse(check.calls().getFirst().passed());
        assertNull(check.calls().getFirst().came());
        assertTrue(
                check.calls().getFirst().text().contains("status: Answered with status 500"),
                check.calls().getFirst().text());
    }

    @Test
    void a_bot_that_fails_in_the_course_of_a_match_does_not_pass_a_check() {
        BotRecord bot = published(TIRES);

        List<BotCheck.CheckedCall> calls = callsOf(bot);

        assertEquals(7, calls.size());
        assertTrue(calls.subList(0, 6).stream().allMatch(BotCheck.CheckedCall::passed), "in single situations");
        assertFalse(calls.getLast().passed());
        assertTrue(
                calls.getLast().text().matches("fails at turn \\d+ of a match: .*at move 4.*"),
                calls.getLast().text());
    }

    @Test
    void a_check_of_a_url_without_proof_plays_no_match() throws Exception {
        TestServer server = bot("", null);
        BotRecord bot = registered(server);
        assertTrue(checker(client, false).work(asked(bot), plenty()));
        assertEquals(6, checkOf(bot).calls().size());
        assertFalse(proofOf(bot).proven());
    }

    @Test
    void a_suspended_bot_is_checked_at_once_and_returns_only_if_it_can_play_on() {
        BotRecord bot = published(TIRES);
        health(bot, 0);
        assertNull(healthOf(bot).reason(), "in its first moves it is well");
        assertTrue(bots.suspend(bot.id(), 1, NOON, "It lost two matches."));

        health(bot, 1);

        Health suspended = healthOf(bot);
        assertTrue(suspended.suspended());
        assertTrue(suspended.reason().contains("at move 4"), suspended.reason());
    }

    @Test
    void a_check_that_passes_ends_a_suspension_and_a_failed_one_changes_nothing_about_the_bots_health()
            throws Exception {
        boolean[] broken = {true};
        TestServer server = servers.replying(request -> broken[0] ? ok("\"a song\"") : ok(PASS));
        BotRecord bot = registered(server);
        for (int minute = 0; minute < 3; minute++) {
            Health before = healthOf(bot);
            assertEquals(before, checked(bot).version().health());
            health(bot, minute);
        }
        Health suspended = healthOf(bot);
        assertTrue(suspended.suspended());
        broken[0] = false;
        Health returned = checked(bot).version().health();
        assertFalse(returned.suspended());
        assertNull(returned.reason());
    }

    @Test
    void a_check_runs_once_however_often_its_message_is_delivered() throws Exception {
        TestServer server = bot("", null);
        BotRecord bot = registered(server);
        BotRecord after = checked(bot);
        int requests = server.requests.get();
        assertTrue(checker.work(
                new Task.Check(bot.owner(), bot.id(), after.version().check().id()), plenty()));
        assertTrue(checker.work(new Task.Check(bot.owner(), bot.id(), "another"), plenty()));
        assertTrue(checker.work(new Task.Check("tok_1", IdKind.BOT.next(IDS), "of no bot"), plenty()));
        assertEquals(requests, server.requests.get());
    }

    @Test
    void a_check_without_enough_time_is_left_for_later() throws Exception {
        TestServer server = bot("", PROOF);
        BotRecord bot = registered(server);
        Task task = asked(bot);
        assertFalse(checker.work(task, System.nanoTime()));
        assertNull(checkOf(bot).finishedAt());
        assertTrue(checker.work(task, plenty()));
        assertTrue(proofOf(bot).proven());
    }

    @Test
    void a_header_of_the_answers_made_with_the_secret_is_a_proof() throws Exception {
        TestServer server = bot("bout-proof:  " + PROOF + "\r\n", null);
        Verification after = verified(registered(server));
        assertTrue(after.proven());
        assertNull(after.refusal());
        assertTrue(server.received.stream().noneMatch(request -> request.line().startsWith("GET")));
    }

    @ParameterizedTest
    @ValueSource(strings = {PROOF, "\n  " + PROOF + "\r\n"})
    void a_text_in_a_file_on_the_host_is_a_proof(String file) throws Exception {
        TestServer server = bot("", file);
        BotRecord bot = registered("ada", server.url("/some/where?key=k").text());
        assertTrue(verified(bot).proven());
        // Then it plays a match.
        TestServer.Request get = server.received.get(6);
        assertEquals("GET /.well-known/bout/" + bot.id() + " HTTP/1.1", get.line());
        assertEquals("127.0.0.1:" + server.port(), get.headers().get("host"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            battlesnake | {"apiversion":"1","author":"PROOF"}                | true
            battlesnake | {"author":"Ada","version":"1.0 PROOF"}             | true
            battlesnake | {"author":"Ada","version":"1.0","color":"PROOF"}   | false
            battlesnake | {"author":7}                                       | false
            battlesnake | ["PROOF"]                                          | false
            battlesnake | PROOF                                              | false
            ajax-tiles  | {"author":"PROOF"}                                 | false
            """)
    void the_author_or_version_of_a_snakes_card_is_a_proof(String game, String card, boolean proven) throws Exception {
        TestServer server = servers.of(connection -> {
            for (TestServer.Request request = connection.request(); request != null; request = connection.request()) {
                String url = "http://" + request.headers().get("host") + "/";
                connection.send(
                        request.line().startsWith("POST")
                                ? ok("{\"move\":\"up\"}")
                                : request.line().startsWith("GET / ")
                                        ? ok(card.replace(PROOF, SECRET.proof(url)))
                                        : "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
            }
        });
        BotRecord bot = registered("ada", game, new Program.AtUrl(server.url().text()));
        assertEquals(proven, verified(bot).proven());
    }

    @Test
    void a_host_that_sends_back_what_it_was_sent_proves_nothing() throws Exception {
        TestServer server = servers.of(connection -> {
            for (TestServer.Request request = connection.request(); request != null; request = connection.request()) {
                String signature = request.headers().getOrDefault(WebhookSecret.SIGNATURE, "");
                connection.send(
                        ok(PASS).replace("\r\n\r\n", "\r\nBout-Proof: " + signature.replace("v1,", "") + "\r\n\r\n"));
            }
        });
        assertFalse(verified(registered(server)).proven());
    }

    @Test
    void a_missing_proof_is_reported_with_expected_and_actual_values() throws Exception {
        TestServer server = bot("Bout-Proof: of another bot\r\n", null);
        BotRecord bot = registered(server);
        assertEquals(
                "Expected the header Bout-Proof of the bot's answers, made with its secret, or the code "
                        + SECRET.proof(server.url().text())
                        + " in the file /.well-known/bout/" + bot.id()
                        + " at the same host and port. The header was: of another"
                        + " bot. Could not fetch the file. Answered with status 404 instead of 200; the body begins: no file",
                verified(bot).refusal());
        TestServer other = bot("", "<html>" + PROOF + "</html>");
        Verification after = verified(registered(other));
        assertFalse(after.proven());
        assertTrue(
                after.refusal()
                        .endsWith("No answer had that header. The file was: <html>"
                                + SECRET.proof(other.url().text()) + "</html>"),
                after.refusal());
    }

    private void swept(BotRecord bot, int days) {
        Clock later = Clock.offset(Clock.systemUTC(), Duration.ofDays(days));
        assertTrue(checker(client, new UnprovenHosts(0), later, false)
                .work(new Task.Health(bot.owner(), bot.id(), later.instant()), plenty()));
    }

    @Test
    void a_sweep_renews_a_proof_of_a_month_ago() throws Exception {
        for (TestServer server : List.of(bot("Bout-Proof: " + PROOF + "\r\n", null), bot("", PROOF))) {
            try (server) {
                BotRecord bot = checked(registered(server));
                Instant proven = bot.version().verification().provenAt();
                swept(bot, 29);
                assertEquals(proven, proofOf(bot).provenAt());
                swept(bot, 31);
                Instant renewed = proofOf(bot).provenAt();
                assertTrue(renewed.isAfter(proven.plus(Duration.ofDays(30))), renewed::toString);
                assertNull(proofOf(bot).refusal());
                swept(bot, 40);
                assertEquals(renewed, proofOf(bot).provenAt());
            }
        }
    }

    @Test
    void a_proof_that_cannot_be_renewed_for_a_week_lapses() throws Exception {
        AtomicBoolean gone = new AtomicBoolean();
        TestServer server = servers.replying(request -> request.line().startsWith("GET")
                ? "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
                : gone.get()
                        ? ok(PASS)
                        : ok(PASS).replace(
                                        "\r\n\r\n",
                                        "\r\nBout-Proof: "
                                                + SECRET.proof(request.headers().get(WebhookSecret.ID)) + "\r\n\r\n"));
        BotRecord bot = checked(registered(server));
        gone.set(true);
        swept(bot, 31);
        BotRecord warned = found(bot);
        assertTrue(warned.version().verification().proven());
        assertFalse(warned.version().health().suspended());
        String warning = warned.version().verification().refusal();
        assertTrue(
                warning.contains(
                        " and lapses at " + warned.version().verification().lapsesAt() + ". "),
                warning);
        gone.set(false);
        swept(bot, 36);
        assertNull(proofOf(bot).refusal());
        gone.set(true);
        swept(bot, 36 + 36);
        assertTrue(proofOf(bot).proven());
        swept(bot, 36 + 38);
        assertFalse(proofOf(bot).proven());
        assertTrue(proofOf(bot).refusal().contains("It was last verified at "));
        int calls = server.received.size();
        swept(bot, 36 + 39);
        assertEquals(calls, server.received.size(), "it may be somebody else's by now");
        gone.set(false);
        assertTrue(verified(bot).proven());
    }

    @Test
    void a_sweep_pauses_the_bots_of_a_blocked_owner() throws Exception {
        TestServer server = bot("Bout-Proof: " + PROOF + "\r\n", null);
        Owners owners = new Owners(aws.table(), Clock.systemUTC());
        String owner = owners.create("Ada", Scope.PLAY).owner().id();
        BotRecord bot = checked(registered(owner, server.url().text()));
        swept(bot, 1);
        assertTrue(found(bot).settings().active());
        owners.change(owner, null, true);
        int calls = server.received.size();
        swept(bot, 2);
        assertFalse(found(bot).settings().active());
        assertEquals(calls, server.received.size());
    }

    @Test
    void a_proof_stays_valid_after_it_is_removed() throws Exception {
        TestServer server = bot("Bout-Proof: " + PROOF + "\r\n", null);
        BotRecord bot = checked(registered(server));
        server.close();
        assertTrue(verified(bot).proven());
        assertFalse(checkOf(bot).calls().getFirst().passed());
    }

    @Test
    void a_forbidden_url_is_not_called() throws Exception {
        TestServer server = bot("", PROOF);
        BotClient cloud = servers.closing(new BotClient(AddressPolicy.PUBLIC, 1));
        BotRecord bot = registered(server);
        assertTrue(checker(cloud, true).work(asked(bot), plenty()));
        assertTrue(proofOf(bot).refusal().startsWith("The bot's URL is not allowed: "));
        assertTrue(checker(cloud, true).work(new Task.Health(bot.owner(), bot.id(), NOON), plenty()));
        assertTrue(healthOf(bot).reason().contains("address-not-allowed"));
        assertEquals(0, server.connections.get());
    }

    private void health(BotRecord bot, int minute) {
        assertTrue(checker.work(new Task.Health(bot.owner(), bot.id(), NOON.plusSeconds(60L * minute)), plenty()));
    }

    @Test
    void three_failed_sweeps_suspend_a_bot_and_a_good_one_restores_it() throws Exception {
        boolean[] broken = {true};
        TestServer server = servers.replying(request -> broken[0] ? ok("\"a song\"") : ok(PASS));
        BotRecord bot = registered(server);
        for (int minute = 0; minute < 3; minute++) {
            assertFalse(healthOf(bot).suspended());
            health(bot, minute);
            health(bot, minute);
        }
        assertTrue(healthOf(bot).suspended());
        assertTrue(
                healthOf(bot)
                        .reason()
                        .startsWith(
                                "2 of 2 answers in a health check failed, the first on turn 0 as player 1: not-expected:"),
                healthOf(bot).reason());
        assertEquals(
                6,
                server.requests.get(),
                "each sweep calls once for each seat, because the answer ends the match, however often its message"
                        + " comes");
        broken[0] = false;
        health(bot, 3);
        assertFalse(healthOf(bot).suspended());
        assertNull(healthOf(bot).reason());
    }

    @Test
    void an_inactive_or_deleted_bot_is_not_called() throws Exception {
        TestServer server = bot("", null);
        BotRecord resting = registered(server);
        bots.change(
                resting,
                resting.changed(
                        new BotSettings(
                                "resting",
                                resting.settings().program(),
                                resting.settings().secret(),
                                Visibility.PUBLIC,
                                false),
                        Instant.now()));
        BotRecord deleted = registered(server);
        bots.delete(deleted);
        health(resting, 0);
        health(deleted, 0);
        assertEquals(0, server.requests.get());
    }

    @Test
    void sweeps_do_not_call_urls_without_proof() throws Exception {
        TestServer server = bot("", PROOF);
        BotRecord bot = registered(server);
        BotChecker strict = checker(client, false);
        assertTrue(strict.work(new Task.Health(bot.owner(), bot.id(), NOON), plenty()));
        assertTrue(strict.work(new Task.Sweep("ajax-tiles", NOON, null), plenty()));
        assertEquals(List.of(), received());
        assertEquals(0, server.requests.get());
        checked(bot);
        assertTrue(strict.work(new Task.Health(bot.owner(), bot.id(), NOON), plenty()));
        assertEquals(NOON, healthOf(bot).checkedAt());
    }

    @Test
    void a_sweep_checks_all_active_bots_page_by_page() throws Exception {
        TreeSet<String> active = new TreeSet<>();
        for (int i = 0; i < 103; i++) {
            active.add(registered("ada", "http://127.0.0.1:1/").id());
        }
        ScheduledEvent event = new ScheduledEvent();
        event.setTime(new DateTime(NOON.toEpochMilli(), DateTimeZone.UTC));
        new HealthSweepHandler(TestAws.aws(environment)).handleRequest(event, TestContext.of(60_000));
        TreeSet<String> swept = new TreeSet<>();
        int pages = 0;
        for (List<Task> tasks = received(); !tasks.isEmpty(); tasks = received()) {
            for (Task task : tasks) {
                switch (task) {
                    case Task.Sweep sweep -> {
                        pages++;
                        assertEquals(NOON, sweep.sweep());
                        assertTrue(checker.work(sweep, plenty()));
                    }
                    case Task.Health health -> {
                        assertEquals(NOON, health.sweep());
                        assertTrue(swept.add(health.bot()), "twice: " + health.bot());
                    }
                    case Task.Check check -> throw new AssertionError("nobody asked for " + check);
                    case Task.Again again -> throw new AssertionError("nobody asked for " + again);
                }
            }
        }
        assertEquals(active, swept);
        assertEquals(
                Games.ALL.size() + 1,
                pages,
                "one for each game, and one more where there are more than a hundred bots");
    }

    private List<Task> received() throws Exception {
        List<Task> tasks = new ArrayList<>();
        for (String message : queues.take("BOUT_CHECKS_QUEUE")) {
            tasks.add(CheckQueue.read(message));
        }
        return tasks;
    }

    private void requested(BotRecord bot) {
        queue.send(asked(bot));
    }

    private void serve(CheckerHandler function, AtomicBoolean stop) {
        queues.serve("BOUT_CHECKS_QUEUE", event -> function.handleRequest(event, TestContext.of(300_000)), stop);
    }

    @Test
    @Tag("full")
    void checks_of_a_hundred_bots_that_never_answer_do_not_delay_that_of_a_stranger() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Long> before = new CompletableFuture<>();
        AtomicBoolean stop = new AtomicBoolean();
        Map<String, String> unlimited = new HashMap<>(environment);
        unlimited.put("BOUT_UNPROVEN_CALLS_PER_SECOND", "0");
        CheckerHandler function = new CheckerHandler(TestAws.aws(unlimited));
        TestServer hanging = servers.of(connection -> {
            connection.request();
            release.await();
        });
        TestServer server = servers.of(connection -> {
            while (connection.request() != null) {
                before.complete(hanging.received.stream()
                        .map(TestServer.Request::line)
                        .distinct()
                        .count());
                connection.send(ok(PASS));
            }
        });
        for (int number = 0; number < 100; number++) {
            requested(registered("flooder", hanging.url("/bot-" + number).text()));
        }
        requested(registered("stranger", server.url().text()));
        try (ExecutorService invocations = Executors.newVirtualThreadPerTaskExecutor()) {
            invocations.execute(() -> serve(function, stop));
            invocations.execute(() -> serve(function, stop));
            long called = before.get(50, TimeUnit.SECONDS);
            stop.set(true);
            release.countDown();
            assertTrue(called <= 16, () -> called + " of the flooder's bots were called before the stranger's");
        } finally {
            stop.set(true);
            release.countDown();
        }
    }

    @Test
    void the_function_handles_a_batch_and_returns_failed_messages() throws Exception {
        TestServer server = bot("", PROOF);
        BotRecord bot = registered(server);
        BotCheck check = BotCheck.asked(IdKind.BOT.next(IDS), Instant.now());
        bots.ask(bot.id(), check);
        List<String> wrong =
                List.of("a song", "{\"task\":\"sing\"}", "{\"task\":\"health\",\"bot\":\"x\",\"sweep\":\"noon\"}");
        List<String> messages = new ArrayList<>(wrong);
        messages.addFirst("{\"task\":\"check\",\"bot\":\"" + bot.id() + "\",\"check\":\"" + check.id() + "\"}");
        SQSBatchResponse answer = new CheckerHandler(TestAws.aws(environment))
                .handleRequest(TestMessages.event(messages), TestContext.of(300_000));
        assertEquals(wrong.stream().map(TestMessages::id).toList(), TestMessages.failed(answer));
        assertTrue(proofOf(bot).proven());
    }
}
