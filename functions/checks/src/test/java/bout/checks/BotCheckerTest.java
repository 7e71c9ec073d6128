package bout.checks;

import static bout.botclient.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.botclient.TestServer;
import bout.embedded.TestAws;
import bout.games.Games;
import bout.store.Aws;
import bout.store.TestContext;
import bout.store.bot.BotCheck;
import bout.store.bot.BotRecord;
import bout.store.bot.BotSettings;
import bout.store.bot.Bots;
import bout.store.bot.Visibility;
import bout.store.id.BotIds;
import bout.store.id.MatchIds;
import bout.store.queue.CheckQueue;
import bout.store.queue.CheckQueue.Task;
import bout.wire.WebhookSecret;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

/** Checks of real bots on loopback, with the table and the queue that template.yaml defines. */
@Timeout(60)
@Tag("aws")
class BotCheckerTest {

    private static final BotIds IDS = new BotIds(new MatchIds(Clock.systemUTC(), new SecureRandom()));
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final String PASS = "{\"x\":-1,\"y\":-1}";
    private static final String CHALLENGE = "prove-it-7f3a";

    private final Map<String, String> environment = TestAws.application().environment();
    private final Aws aws = new Aws(environment);
    private final Bots bots = aws.bots(Clock.systemUTC());
    private final CheckQueue queue = aws.checkQueue();
    private final BotClient client = new BotClient(AddressPolicy.LOOPBACK, BotClient.DEFAULT_CALLS_PER_HOST);
    private final BotChecker checker = checker(client, true);

    private BotChecker checker(BotClient with, boolean open) {
        return new BotChecker(bots, queue, with, Clock.systemUTC(), Duration.ZERO, open);
    }

    @AfterEach
    void close() {
        client.close();
    }

    private static long plenty() {
        return System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    }

    private BotRecord registered(String url) {
        BotRecord bot = BotRecord.registered(
                IDS.next(),
                "ada",
                "ajax-tiles",
                new BotSettings("Gary", url, WebhookSecret.draw(new SecureRandom()), Visibility.PUBLIC, true),
                CHALLENGE,
                Instant.now());
        bots.register(bot, null);
        return bot;
    }

    private BotRecord found(BotRecord bot) {
        return bots.find(bot.id()).orElseThrow();
    }

    private BotRecord checked(BotRecord bot) {
        BotCheck check = BotCheck.asked(IDS.next(), Instant.now());
        assertEquals(Optional.of(check.id()), bots.ask(bot.id(), check).map(BotCheck::id));
        assertTrue(checker.work(new Task.Check(bot.id(), check.id()), plenty()));
        return found(bot);
    }

    /** A bot that passes, with additional headers, on a host that serves a file. */
    private static TestServer bot(String headers, String file) throws IOException {
        return TestServer.of(connection -> {
            for (TestServer.Request request = connection.request(); request != null; request = connection.request()) {
                if (request.line().startsWith("GET")) {
                    connection.send(
                            file == null
                                    ? "HTTP/1.1 404 Not Found\r\nContent-Length: 7\r\n\r\nno file"
                                    : "HTTP/1.1 200 OK\r\nContent-Length: " + file.length() + "\r\n\r\n" + file);
                } else {
                    connection.send(ok(PASS).replace("\r\n\r\n", "\r\n" + headers + "\r\n"));
                }
            }
        });
    }

    // --- a check requested by an owner

    @Test
    void a_check_reports_each_call_with_request_and_answer() throws Exception {
        try (TestServer server = bot("", null)) {
            BotRecord bot = registered(server.url().text());
            BotCheck check = checked(bot).version().check();
            assertEquals(6, check.calls().size());
            assertTrue(check.finishedAt() != null);
            for (BotCheck.CheckedCall call : check.calls()) {
                assertTrue(call.passed(), call.text());
                assertEquals(PASS, call.came());
                assertTrue(call.sent().startsWith("application/x-www-form-urlencoded color="), call.sent());
                assertTrue(call.text().startsWith("plays "), call.text());
            }
            for (TestServer.Request request : server.received) {
                if (request.line().startsWith("POST")) {
                    String id = request.headers().get("webhook-id");
                    assertEquals(
                            bot.settings()
                                    .secret()
                                    .signature(
                                            id,
                                            Long.parseLong(request.headers().get("webhook-timestamp")),
                                            request.body().getBytes()),
                            request.headers().get("webhook-signature"));
                }
            }
        }
    }

    @Test
    void a_failed_check_says_why() throws Exception {
        try (TestServer server = TestServer.answering("HTTP/1.1 500 Oops\r\nContent-Length: 4\r\n\r\noops")) {
            BotCheck check = checked(registered(server.url().text())).version().check();
            assertFalse(check.calls().getFirst().passed());
            assertNull(check.calls().getFirst().came());
            assertTrue(
                    check.calls().getFirst().text().contains("status: Answered with status 500"),
                    check.calls().getFirst().text());
        }
    }

    @Test
    void a_check_runs_once_however_often_its_message_is_delivered() throws Exception {
        try (TestServer server = bot("", null)) {
            BotRecord bot = registered(server.url().text());
            BotRecord after = checked(bot);
            int requests = server.requests.get();
            assertTrue(checker.work(
                    new Task.Check(bot.id(), after.version().check().id()), plenty()));
            assertTrue(checker.work(new Task.Check(bot.id(), "another"), plenty()));
            assertTrue(checker.work(new Task.Check(IDS.next(), "of no bot"), plenty()));
            assertEquals(requests, server.requests.get());
        }
    }

    @Test
    void a_check_without_enough_time_is_left_for_later() throws Exception {
        try (TestServer server = bot("", CHALLENGE)) {
            BotRecord bot = registered(server.url().text());
            BotCheck check = BotCheck.asked(IDS.next(), Instant.now());
            bots.ask(bot.id(), check);
            Task task = new Task.Check(bot.id(), check.id());
            assertFalse(checker.work(task, System.nanoTime()));
            assertNull(found(bot).version().check().finishedAt());
            assertTrue(checker.work(task, plenty()));
            assertTrue(found(bot).version().proof().proven());
        }
    }

    // --- proof of control

    @Test
    void a_challenge_in_the_header_of_the_answers_is_a_proof() throws Exception {
        try (TestServer server = bot("bout-challenge:  " + CHALLENGE + "\r\n", null)) {
            BotRecord after = checked(registered(server.url().text()));
            assertTrue(after.version().proof().proven());
            assertNull(after.version().proof().refusal());
            assertTrue(
                    server.received.stream().noneMatch(request -> request.line().startsWith("GET")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {CHALLENGE, "\n  " + CHALLENGE + "\r\n"})
    void a_challenge_in_a_file_on_the_host_is_a_proof(String file) throws Exception {
        try (TestServer server = bot("", file)) {
            BotRecord bot = registered(server.url("/some/where?key=k").text());
            assertTrue(checked(bot).version().proof().proven());
            TestServer.Request get = server.received.getLast();
            assertEquals("GET /.well-known/bout/" + bot.id() + " HTTP/1.1", get.line());
            assertEquals("127.0.0.1:" + server.port(), get.headers().get("host"));
        }
    }

    @Test
    void a_missing_proof_is_reported_with_expected_and_actual_values() throws Exception {
        try (TestServer server = bot("Bout-Challenge: of another bot\r\n", null)) {
            BotRecord bot = registered(server.url().text());
            assertEquals(
                    "Expected the bot's challenge, " + CHALLENGE
                            + ", as the header Bout-Challenge of the bot's answers, or as the text of the file"
                            + " /.well-known/bout/" + bot.id()
                            + " at the same host and port. The header was: of another"
                            + " bot. Could not fetch the file. Answered with status 404 instead of 200; the body begins: no file",
                    checked(bot).version().proof().refusal());
        }
        try (TestServer server = bot("", "<html>" + CHALLENGE + "</html>")) {
            BotRecord after = checked(registered(server.url().text()));
            assertFalse(after.version().proof().proven());
            assertTrue(
                    after.version()
                            .proof()
                            .refusal()
                            .endsWith("No answer had that header. The file was: <html>" + CHALLENGE + "</html>"),
                    after.version().proof().refusal());
        }
    }

    @Test
    void a_proof_stays_valid_after_the_challenge_is_removed() throws Exception {
        try (TestServer server = bot("Bout-Challenge: " + CHALLENGE + "\r\n", null);
                TestServer later = TestServer.of(connection -> connection.reset())) {
            BotRecord bot = checked(registered(server.url().text()));
            server.close();
            assertTrue(checked(bot).version().proof().proven());
            assertFalse(found(bot).version().check().calls().getFirst().passed());
            assertEquals(0, later.connections.get());
        }
    }

    @Test
    void a_forbidden_url_is_not_called() throws Exception {
        try (TestServer server = bot("", CHALLENGE);
                BotClient cloud = new BotClient(AddressPolicy.PUBLIC, 1)) {
            BotRecord bot = registered(server.url().text());
            BotCheck check = BotCheck.asked(IDS.next(), Instant.now());
            bots.ask(bot.id(), check);
            assertTrue(checker(cloud, true).work(new Task.Check(bot.id(), check.id()), plenty()));
            assertTrue(found(bot).version().proof().refusal().startsWith("The bot's URL is not allowed: "));
            assertTrue(checker(cloud, true).work(new Task.Health(bot.id(), NOON), plenty()));
            assertTrue(found(bot).version().health().reason().contains("address-not-allowed"));
            assertEquals(0, server.connections.get());
        }
    }

    // --- the health sweep

    private void health(BotRecord bot, int minute) {
        assertTrue(checker.work(new Task.Health(bot.id(), NOON.plusSeconds(60L * minute)), plenty()));
    }

    @Test
    void three_failed_sweeps_suspend_a_bot_and_two_good_ones_restore_it() throws Exception {
        boolean[] broken = {true};
        try (TestServer server = TestServer.of(connection -> {
            while (connection.request() != null) {
                connection.send(broken[0] ? ok("\"a song\"") : ok(PASS));
            }
        })) {
            BotRecord bot = registered(server.url().text());
            for (int minute = 0; minute < 3; minute++) {
                assertFalse(found(bot).version().health().suspended());
                health(bot, minute);
                health(bot, minute);
            }
            assertTrue(found(bot).version().health().suspended());
            assertTrue(
                    found(bot)
                            .version()
                            .health()
                            .reason()
                            .startsWith("6 of 6 calls failed; the first, turn 0 at seat 1: not-expected:"),
                    found(bot).version().health().reason());
            assertEquals(18, server.requests.get(), "each sweep calls once, however often its message comes");
            broken[0] = false;
            health(bot, 3);
            assertTrue(found(bot).version().health().suspended());
            health(bot, 4);
            assertFalse(found(bot).version().health().suspended());
            assertNull(found(bot).version().health().reason());
        }
    }

    @Test
    void an_inactive_or_deleted_bot_is_not_called() throws Exception {
        try (TestServer server = bot("", null)) {
            BotRecord resting = registered(server.url().text());
            bots.change(
                    resting,
                    resting.changed(
                            new BotSettings(
                                    "resting",
                                    resting.settings().url(),
                                    resting.settings().secret(),
                                    Visibility.PUBLIC,
                                    false),
                            "challenge-2",
                            Instant.now()));
            BotRecord deleted = registered(server.url().text());
            bots.delete(deleted);
            health(resting, 0);
            health(deleted, 0);
            assertEquals(0, server.requests.get());
        }
    }

    @Test
    void sweeps_do_not_call_urls_without_proof() throws Exception {
        try (TestServer server = bot("", CHALLENGE)) {
            BotRecord bot = registered(server.url().text());
            BotChecker strict = checker(client, false);
            assertTrue(strict.work(new Task.Health(bot.id(), NOON), plenty()));
            assertTrue(strict.work(new Task.Sweep("ajax-tiles", NOON, null), plenty()));
            assertEquals(List.of(), received());
            assertEquals(0, server.requests.get());
            checked(bot);
            assertTrue(strict.work(new Task.Health(bot.id(), NOON), plenty()));
            assertEquals(NOON, found(bot).version().health().checkedAt());
        }
    }

    @Test
    void a_sweep_checks_all_active_bots_page_by_page() throws Exception {
        TreeSet<String> active = new TreeSet<>();
        for (int i = 0; i < 103; i++) {
            active.add(registered("http://127.0.0.1:1/").id());
        }
        ScheduledEvent event = new ScheduledEvent();
        event.setTime(new DateTime(NOON.toEpochMilli(), DateTimeZone.UTC));
        new HealthSweepHandler(environment).handleRequest(event, new TestContext(60_000));
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
        try (SqsClient sqs = aws.sqs()) {
            String url = environment.get("BOUT_CHECKS_QUEUE");
            List<Message> messages;
            do {
                messages = sqs.receiveMessage(receive -> receive.queueUrl(url).maxNumberOfMessages(10))
                        .messages();
                for (Message message : messages) {
                    tasks.add(CheckQueue.read(message.body()));
                    sqs.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(message.receiptHandle()));
                }
            } while (!messages.isEmpty());
        }
        return tasks;
    }

    // --- the function

    @Test
    void the_function_handles_a_batch_and_returns_failed_messages() throws Exception {
        try (TestServer server = bot("", CHALLENGE)) {
            BotRecord bot = registered(server.url().text());
            BotCheck check = BotCheck.asked(IDS.next(), Instant.now());
            bots.ask(bot.id(), check);
            SQSEvent event = new SQSEvent();
            event.setRecords(List.of(
                    message(
                            "good",
                            "{\"task\":\"check\",\"bot\":\"" + bot.id() + "\",\"check\":\"" + check.id() + "\"}"),
                    message("bad", "a song"),
                    message("unknown", "{\"task\":\"sing\"}"),
                    message("broken", "{\"task\":\"health\",\"bot\":\"x\",\"sweep\":\"noon\"}")));
            SQSBatchResponse answer = new CheckerHandler(environment).handleRequest(event, new TestContext(60_000));
            assertEquals(
                    List.of("bad", "unknown", "broken"),
                    answer.getBatchItemFailures().stream()
                            .map(SQSBatchResponse.BatchItemFailure::getItemIdentifier)
                            .toList());
            assertTrue(found(bot).version().proof().proven());
        }
    }

    private static SQSEvent.SQSMessage message(String id, String body) {
        SQSEvent.SQSMessage message = new SQSEvent.SQSMessage();
        message.setMessageId(id);
        message.setBody(body);
        return message;
    }
}
