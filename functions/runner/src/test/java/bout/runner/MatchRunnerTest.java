package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.botclient.TestServer;
import bout.embedded.TestAws;
import bout.engine.Failure;
import bout.engine.Replay;
import bout.games.ajaxtiles.AjaxTiles;
import bout.runner.MatchRunner.LeaseTimes;
import bout.runner.MatchRunner.Outcome;
import bout.store.Aws;
import bout.store.TestContext;
import bout.store.bot.Bots;
import bout.store.id.MatchIds;
import bout.store.match.AbandonedMatches;
import bout.store.match.Checkpoints;
import bout.store.match.GameSettings;
import bout.store.match.LeaseResult;
import bout.store.match.Leases;
import bout.store.match.MatchOrigin;
import bout.store.match.MatchRecord;
import bout.store.match.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.Replays;
import bout.store.match.Status;
import bout.store.queue.DeadLetters;
import bout.store.queue.MatchQueue;
import bout.store.queue.Redrive;
import bout.telemetry.RunnerMetrics;
import bout.wire.ReplayFile;
import bout.wire.ReplaySchema;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;

/** Whole matches with the table, the bucket and the queue that template.yaml defines. */
@Timeout(120)
@Tag("aws")
class MatchRunnerTest {

    private static final Map<String, String> ENVIRONMENT = TestAws.application().environment();
    private static final MatchIds IDS = new MatchIds(Clock.systemUTC(), new SecureRandom());

    /** A runner that renews no lease during a match. */
    private static final LeaseTimes SELDOM =
            new LeaseTimes(Duration.ofSeconds(45), Duration.ofHours(1), Duration.ofHours(1));

    private static final LeaseTimes OFTEN =
            new LeaseTimes(Duration.ofSeconds(45), Duration.ofMillis(10), Duration.ofMillis(10));

    /** Longer than any lease. */
    private static final Duration LATER = Duration.ofMinutes(2);

    private static final int TURNS = 20;

    private final Aws aws = new Aws(ENVIRONMENT);
    private final Matches matches = aws.matches(Clock.systemUTC());
    private final Leases leases = aws.leases(Clock.systemUTC());

    /** The same table at a time when all current leases have expired. */
    private final Leases leasesLater = aws.leases(Clock.offset(Clock.systemUTC(), LATER));

    private final Replays replays = aws.replays();
    private final Checkpoints checkpoints = aws.checkpoints();
    private final MatchQueue queue = aws.matchQueue();
    private final Bots bots = aws.bots(Clock.systemUTC());
    private final BotClient client = new BotClient(AddressPolicy.LOOPBACK, BotClient.DEFAULT_CALLS_PER_HOST);
    private final List<String> metricLines = new ArrayList<>();
    private final RunnerMetrics metrics = new RunnerMetrics(metricLines::add, Clock.systemUTC());

    @AfterEach
    void close() {
        client.close();
    }

    private MatchRunner runner(Leases seen, LeaseTimes times) {
        return new MatchRunner(
                seen,
                replays,
                checkpoints,
                aws.liveReplays(),
                queue,
                aws.deadLetters(),
                bots,
                EndMessages.of(aws, Clock.systemUTC()),
                client,
                metrics,
                times);
    }

    private static long inAnHour() {
        return System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    }

    private String queued(PlayerRecord first, PlayerRecord second) {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("nukes", 3);
        options.put("maxTurns", TURNS);
        MatchRecord record = MatchRecord.queued(
                IDS.next(),
                new MatchSettings(new GameSettings("ajax-tiles", options, 5000), List.of(first, second), "7"),
                MatchOrigin.UNKNOWN,
                Instant.now());
        matches.acceptMatch(record, null);
        return record.id();
    }

    private String queued(TestServer first, TestServer second) {
        return queued(
                PlayerRecord.url("one", first.url("/secret-one").text()),
                PlayerRecord.url("two", second.url("/secret-two").text()));
    }

    private MatchRecord record(String id) {
        return matches.find(id).orElseThrow();
    }

    private Replay replay(String id) throws ReplayFile.NotAReplay {
        return ReplaySchema.read(replays.get(id).orElseThrow());
    }

    /** The record is finished, with the result of the only replay. */
    private void assertFinishedAsReplayed(String id) throws ReplayFile.NotAReplay {
        MatchRecord record = record(id);
        Replay replay = replay(id);
        assertEquals(Status.FINISHED, record.status());
        assertEquals(replay.result(), record.outcome().result());
        Replay.Confirmed confirmed = assertInstanceOf(Replay.Confirmed.class, replay.verify(new AjaxTiles()));
        assertEquals(confirmed.turns(), record.progress().turn());
    }

    @Test
    void a_runner_plays_a_queued_match_stores_its_replay_and_commits_its_result() throws Exception {
        try (TestServer server = TestServer.of(Painter::serve)) {
            String id = queued(server, server);
            assertEquals(Outcome.DONE, runner(leases, SELDOM).run(id, inAnHour()));
            assertFinishedAsReplayed(id);
            assertEquals(TURNS, server.requests.get());
            assertEquals("turns", record(id).outcome().result().reason());
            assertEquals(List.of(), record(id).outcome().failures());
            assertEquals(
                    List.of(new Replay.Player("one", null), new Replay.Player("two", null)),
                    replay(id).start().players());
            String text = new String(bout.wire.Json.bytes(replay(id).toPlain()), StandardCharsets.UTF_8);
            assertFalse(text.contains("secret"), "a replay names no URL");
            assertFalse(text.contains("127.0.0.1"), "a replay names no host");
            metrics.flush();
            assertTrue(
                    metricLines.getFirst().contains("\"MatchesFinished\":1")
                            && metricLines.getFirst().contains("\"BotCalls\":" + TURNS),
                    metricLines.toString());
        }
    }

    @Test
    void a_failing_bot_is_named_in_the_record_and_the_match_continues() throws Exception {
        try (TestServer server = TestServer.of(Painter::serve);
                TestServer failing = TestServer.answering("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n")) {
            String id = queued(server, failing);
            assertEquals(Outcome.DONE, runner(leases, SELDOM).run(id, inAnHour()));
            assertFinishedAsReplayed(id);
            MatchRecord record = record(id);
            assertEquals("forfeit", record.outcome().result().reason());
            assertEquals(1, record.outcome().failures().size());
            assertEquals(
                    new Failure(Failure.Kind.STATUS, "Answered with status 500 instead of 200 and an empty body."),
                    record.outcome().failures().getFirst().failure());
        }
    }

    @Test
    void a_forbidden_url_is_a_failure_of_its_bot() throws Exception {
        try (TestServer server = TestServer.of(Painter::serve)) {
            String id = queued(
                    PlayerRecord.url("one", "http://169.254.169.254/latest"),
                    PlayerRecord.url("two", server.url().text()));
            assertEquals(Outcome.DONE, runner(leases, SELDOM).run(id, inAnHour()));
            assertEquals(
                    Failure.Kind.ADDRESS_NOT_ALLOWED,
                    record(id).outcome().failures().getFirst().failure().kind());
            assertEquals(0, server.requests.get());
        }
    }

    @Test
    void a_duplicate_message_changes_nothing() throws Exception {
        try (TestServer server = TestServer.of(Painter::serve)) {
            String id = queued(server, server);
            MatchRunner runner = runner(leases, SELDOM);
            runner.run(id, inAnHour());
            MatchRecord finished = record(id);
            assertEquals(Outcome.DONE, runner.run(id, inAnHour()));
            assertEquals(finished, record(id));
            assertEquals(TURNS, server.requests.get());
        }
    }

    @Test
    void ten_concurrent_messages_play_a_match_once() throws Exception {
        try (TestServer server = TestServer.of(Painter::serve);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            String id = queued(server, server);
            List<Future<Outcome>> runs = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                runs.add(threads.submit(() -> runner(leases, SELDOM).run(id, inAnHour())));
            }
            for (Future<Outcome> run : runs) {
                assertEquals(Outcome.DONE, run.get());
            }
            assertFinishedAsReplayed(id);
            assertEquals(TURNS, server.requests.get());
        }
    }

    @Test
    void a_message_for_an_unknown_match_is_deleted() throws Exception {
        assertEquals(Outcome.DONE, runner(leases, SELDOM).run(IDS.next(), inAnHour()));
        assertEquals(Outcome.DONE, runner(leases, SELDOM).run("no id at all", inAnHour()));
    }

    /** A bot that delays its first answer until released, and answers all others at once. */
    private static final class Gate {
        final CountDownLatch reached = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);
        private final AtomicInteger requests = new AtomicInteger();

        void serve(TestServer.Connection connection) throws Exception {
            for (TestServer.Request request = connection.request(); request != null; request = connection.request()) {
                boolean first = requests.incrementAndGet() == 1;
                if (first) {
                    reached.countDown();
                    open.await();
                }
                // The delayed runner gets other moves than the other one.
                connection.send(TestServer.ok(first ? "{\"x\":-1,\"y\":-1}" : Painter.answer(request)));
            }
        }
    }

    @Test
    void a_paused_runner_takes_the_result_of_the_one_that_finished() throws Exception {
        Gate gate = new Gate();
        try (TestServer gated = TestServer.of(gate::serve);
                TestServer server = TestServer.of(Painter::serve);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            String id = queued(gated, server);
            Future<Outcome> still = threads.submit(() -> runner(leases, SELDOM).run(id, inAnHour()));
            gate.reached.await();
            assertEquals(Outcome.DONE, runner(leasesLater, SELDOM).run(id, inAnHour()));
            assertFinishedAsReplayed(id);
            MatchRecord finished = record(id);
            byte[] stored = replays.get(id).orElseThrow();

            gate.open.countDown();
            assertEquals(Outcome.DONE, still.get());
            assertEquals(finished, record(id), "the record stays as it was");
            assertEquals(
                    new String(stored, StandardCharsets.ISO_8859_1),
                    new String(replays.get(id).orElseThrow(), StandardCharsets.ISO_8859_1),
                    "the replay stays as it was");
            assertEquals(2 * TURNS, gated.requests.get() + server.requests.get(), "both played to the end");
        }
    }

    @Test
    void a_runner_that_finds_a_stored_replay_commits_its_result() throws Exception {
        Gate slowest = new Gate();
        Gate slow = new Gate();
        try (TestServer first = TestServer.of(slow::serve);
                TestServer second = TestServer.of(slowest::serve);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            String id = queued(first, second);
            // The first runner waits in turn 0, the second one (after the first lease has expired) in turn 1.
            Future<Outcome> early = threads.submit(() -> runner(leases, SELDOM).run(id, inAnHour()));
            slow.reached.await();
            Future<Outcome> late =
                    threads.submit(() -> runner(leasesLater, SELDOM).run(id, inAnHour()));
            slowest.reached.await();
            // The first one continues to the end: it stores its replay, but can no longer commit.
            slow.open.countDown();
            assertEquals(Outcome.DONE, early.get());
            assertEquals(Status.RUNNING, record(id).status());
            Replay stored = replay(id);

            slowest.open.countDown();
            assertEquals(Outcome.DONE, late.get());
            assertFinishedAsReplayed(id);
            assertEquals(stored, replay(id));
            assertEquals(List.of(-1, -1), stored.calls().moves().getFirst(), "it is the first runner's");
            assertNotEquals(List.of(-1, -1), stored.calls().moves().get(1), "and not the second's");
        }
    }

    @Test
    void after_a_crash_before_the_commit_the_next_runner_calls_no_bot() throws Exception {
        try (TestServer server = TestServer.of(Painter::serve)) {
            String id = queued(server, server);
            String twin = queued(server, server);
            runner(leases, SELDOM).run(twin, inAnHour());
            int calls = server.requests.get();
            // The match is leased and its replay stored; then the runner dies.
            assertInstanceOf(LeaseResult.Leased.class, leases.takeLease(id, Duration.ofSeconds(45)));
            replays.put(id, replays.get(twin).orElseThrow());

            assertEquals(Outcome.DONE, runner(leasesLater, SELDOM).run(id, inAnHour()));
            assertFinishedAsReplayed(id);
            assertEquals(calls, server.requests.get());
        }
    }

    @Test
    void a_runner_that_lost_its_lease_stops_and_leaves_nothing() throws Exception {
        CountDownLatch taken = new CountDownLatch(1);
        AtomicInteger afterwards = new AtomicInteger();
        try (TestServer server = TestServer.of(connection -> {
                    for (TestServer.Request request = connection.request();
                            request != null;
                            request = connection.request()) {
                        if (taken.getCount() == 0) {
                            afterwards.incrementAndGet();
                            Thread.sleep(50);
                        }
                        connection.send(TestServer.ok("{\"x\":-1,\"y\":-1}"));
                        taken.await();
                    }
                });
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            String id = queued(server, server);
            Future<Outcome> run = threads.submit(() -> runner(leases, OFTEN).run(id, inAnHour()));
            while (server.requests.get() == 0) {
                Thread.sleep(1);
            }
            assertInstanceOf(LeaseResult.Leased.class, leasesLater.takeLease(id, Duration.ofSeconds(45)));
            taken.countDown();
            assertEquals(Outcome.DONE, run.get());
            assertTrue(afterwards.get() < TURNS - 2, afterwards + " calls after the lease was lost");
            assertTrue(replays.get(id).isEmpty());
            assertEquals(Status.RUNNING, record(id).status());
        }
    }

    @Test
    void a_lease_is_renewed_during_a_move_that_takes_longer_than_it() throws Exception {
        LeaseTimes brief = new LeaseTimes(Duration.ofSeconds(2), Duration.ofMillis(50), Duration.ofHours(1));
        Gate gate = new Gate();
        try (TestServer gated = TestServer.of(gate::serve);
                TestServer server = TestServer.of(Painter::serve);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            String id = queued(gated, server);
            Future<Outcome> run = threads.submit(() -> runner(leases, brief).run(id, inAnHour()));
            gate.reached.await();
            long began = System.nanoTime();
            while (System.nanoTime() - began < TimeUnit.SECONDS.toNanos(3)) {
                assertInstanceOf(LeaseResult.Held.class, leases.takeLease(id, Duration.ofSeconds(45)));
                Thread.sleep(20);
            }
            gate.open.countDown();
            assertEquals(Outcome.DONE, run.get());
            assertFinishedAsReplayed(id);
        }
    }

    @Test
    void the_sweeper_requeues_the_match_of_a_crashed_runner() throws Exception {
        Map<String, String> environment = TestAws.application().environment();
        Aws own = new Aws(environment);
        Matches now = own.matches(Clock.systemUTC());
        AbandonedMatches later = own.abandonedMatches(Clock.offset(Clock.systemUTC(), LATER));
        try (TestServer server = TestServer.of(Painter::serve)) {
            MatchRecord record = MatchRecord.queued(
                    IDS.next(),
                    new MatchSettings(
                            new GameSettings("ajax-tiles", Map.of("maxTurns", TURNS), null),
                            List.of(
                                    PlayerRecord.url("one", server.url().text()),
                                    PlayerRecord.url("two", server.url().text())),
                            "7"),
                    MatchOrigin.UNKNOWN,
                    Instant.now());
            now.acceptMatch(record, null);
            Leases held = own.leases(Clock.systemUTC());
            held.takeLease(record.id(), Duration.ofSeconds(45));

            new SweeperHandler(
                            own.abandonedMatches(Clock.systemUTC()),
                            own.tournaments(Clock.systemUTC()),
                            own.matchQueue(),
                            EndMessages.of(own, Clock.systemUTC()))
                    .handleRequest(new ScheduledEvent(), new TestContext(60_000));
            assertEquals(List.of(), messages(own, environment), "its lease still lasts");

            new SweeperHandler(
                            later,
                            own.tournaments(Clock.systemUTC()),
                            own.matchQueue(),
                            EndMessages.of(own, Clock.systemUTC()))
                    .handleRequest(new ScheduledEvent(), new TestContext(60_000));
            assertEquals(List.of(record.id()), messages(own, environment));
            MatchRunner runner = new MatchRunner(
                    held,
                    own.replays(),
                    own.checkpoints(),
                    own.liveReplays(),
                    own.matchQueue(),
                    own.deadLetters(),
                    bots,
                    EndMessages.of(own, Clock.systemUTC()),
                    client,
                    metrics,
                    SELDOM);
            assertEquals(Outcome.DONE, runner.run(record.id(), inAnHour()));
            assertEquals(Status.FINISHED, now.find(record.id()).orElseThrow().status());
        }
    }

    @Test
    void a_match_without_time_for_a_turn_fails_after_three_runners() throws Exception {
        Map<String, String> environment = TestAws.application().environment();
        Aws own = new Aws(environment);
        Matches table = own.matches(Clock.systemUTC());
        MatchRunner runner = new MatchRunner(
                own.leases(Clock.systemUTC()),
                own.replays(),
                own.checkpoints(),
                own.liveReplays(),
                own.matchQueue(),
                own.deadLetters(),
                bots,
                EndMessages.of(own, Clock.systemUTC()),
                client,
                metrics,
                SELDOM);
        try (TestServer server = TestServer.of(Painter::serve)) {
            MatchRecord record = MatchRecord.queued(
                    IDS.next(),
                    new MatchSettings(
                            new GameSettings("ajax-tiles", Map.of("maxTurns", TURNS), 1000),
                            List.of(
                                    PlayerRecord.url("one", server.url().text()),
                                    PlayerRecord.url("two", server.url().text())),
                            "7"),
                    MatchOrigin.UNKNOWN,
                    Instant.now());
            table.acceptMatch(record, null);
            for (int attempt = 1; attempt < MatchRunner.MAX_FAULTS; attempt++) {
                // A turn may take 2 s here, so with 1 s left none can start.
                assertEquals(Outcome.DONE, runner.run(record.id(), System.nanoTime() + TimeUnit.SECONDS.toNanos(1)));
                assertEquals(
                        Status.QUEUED, table.find(record.id()).orElseThrow().status());
                assertEquals(List.of(), messages(own, environment), "not at once");
                assertEquals(attempt, delayed(own, environment), "but a while after each fault");
            }
            assertEquals(Outcome.DONE, runner.run(record.id(), System.nanoTime()));
            MatchRecord failed = table.find(record.id()).orElseThrow();
            assertEquals(Status.FAILED, failed.status());
            assertEquals(
                    "No server had enough time left for a single turn.",
                    failed.outcome().reason());
            assertEquals(MatchRunner.MAX_FAULTS - 1, delayed(own, environment));
            assertEquals(List.of(record.id()), messages(own, environment, "BOUT_MATCHES_DEAD_LETTERS"));
            assertEquals(0, server.requests.get());
        }
    }

    @Test
    void a_match_fails_after_three_server_errors() throws Exception {
        String id = queued(PlayerRecord.house("one", "no-such-bot"), PlayerRecord.house("two", "no-such-bot"));
        MatchRunner runner = runner(leases, SELDOM);
        for (int attempt = 1; attempt < MatchRunner.MAX_FAULTS; attempt++) {
            assertEquals(Outcome.DONE, runner.run(id, inAnHour()));
            assertEquals(Status.QUEUED, record(id).status());
        }
        assertEquals(Outcome.DONE, runner.run(id, inAnHour()));
        assertEquals(Status.FAILED, record(id).status());
        assertEquals(
                "It could not be played because of a server error.",
                record(id).outcome().reason());
        assertNull(record(id).outcome().result());
        assertTrue(messages(aws, ENVIRONMENT, "BOUT_MATCHES_DEAD_LETTERS").contains(id));
        assertEquals(Outcome.DONE, runner.run(id, inAnHour()), "then its message is done with");
    }

    @Test
    void a_match_fails_only_after_its_dead_letter_was_sent() throws Exception {
        String id = queued(PlayerRecord.house("one", "no-such-bot"), PlayerRecord.house("two", "no-such-bot"));
        try (SqsClient sqs = aws.sqs()) {
            DeadLetters nowhere = new DeadLetters(sqs, ENVIRONMENT.get("BOUT_MATCHES_QUEUE") + "-not-there");
            MatchRunner runner = new MatchRunner(
                    leases,
                    replays,
                    checkpoints,
                    aws.liveReplays(),
                    queue,
                    nowhere,
                    bots,
                    EndMessages.of(aws, Clock.systemUTC()),
                    client,
                    metrics,
                    SELDOM);
            for (int attempt = 1; attempt < MatchRunner.MAX_FAULTS; attempt++) {
                assertEquals(Outcome.DONE, runner.run(id, inAnHour()));
            }
            assertThrows(QueueDoesNotExistException.class, () -> runner.run(id, inAnHour()));
            assertEquals(Status.RUNNING, record(id).status(), "until its lease runs out");
            assertEquals(Outcome.DONE, runner(leasesLater, SELDOM).run(id, inAnHour()));
            assertEquals(Status.FAILED, record(id).status());
        }
    }

    @Test
    void a_redriven_match_continues_from_its_checkpoint() throws Exception {
        Map<String, String> environment = TestAws.application().environment();
        Aws own = new Aws(environment);
        Matches table = own.matches(Clock.systemUTC());
        AtomicReference<MatchRunner> playing = new AtomicReference<>();
        try (TestServer server = TestServer.of(connection -> {
            for (TestServer.Request request = connection.request(); request != null; request = connection.request()) {
                if (request.headers().get("bout-turn").equals("9")) {
                    playing.get().stop();
                }
                connection.send(TestServer.ok(Painter.answer(request)));
            }
        })) {
            MatchRecord match = MatchRecord.queued(
                    IDS.next(),
                    new MatchSettings(
                            new GameSettings("ajax-tiles", Map.of("maxTurns", TURNS), null),
                            List.of(
                                    PlayerRecord.url("one", server.url().text()),
                                    PlayerRecord.url("two", server.url().text())),
                            "7"),
                    MatchOrigin.UNKNOWN,
                    Instant.now());
            table.acceptMatch(match, null);
            playing.set(new MatchRunner(
                    own.leases(Clock.systemUTC()),
                    own.replays(),
                    own.checkpoints(),
                    own.liveReplays(),
                    own.matchQueue(),
                    own.deadLetters(),
                    bots,
                    EndMessages.of(own, Clock.systemUTC()),
                    client,
                    metrics,
                    SELDOM));
            assertEquals(Outcome.DONE, playing.get().run(match.id(), inAnHour()));
            assertEquals(List.of(match.id()), messages(own, environment));
            MatchRunner brief = new MatchRunner(
                    own.leases(Clock.systemUTC()),
                    own.replays(),
                    own.checkpoints(),
                    own.liveReplays(),
                    own.matchQueue(),
                    own.deadLetters(),
                    bots,
                    EndMessages.of(own, Clock.systemUTC()),
                    client,
                    metrics,
                    SELDOM);
            for (int fault = 1; fault <= MatchRunner.MAX_FAULTS; fault++) {
                assertEquals(Outcome.DONE, brief.run(match.id(), System.nanoTime()));
            }
            assertEquals(Status.FAILED, table.find(match.id()).orElseThrow().status());

            Redrive redrive = new Redrive(
                    own.failedMatches(Clock.systemUTC()), own.deadLetters(), own.matchQueue(), Clock.systemUTC());
            assertEquals(new Redrive.Done(1, 0, 0, false), redrive.run());
            assertEquals(List.of(match.id()), messages(own, environment));
            assertEquals(Outcome.DONE, brief.run(match.id(), inAnHour()));
            assertEquals(Status.FINISHED, table.find(match.id()).orElseThrow().status());
            assertEquals(TURNS, server.requests.get(), "nothing is asked twice");
        }
    }

    @Test
    void a_match_fails_after_too_many_crashed_runners() throws Exception {
        try (TestServer server = TestServer.of(Painter::serve)) {
            String id = queued(server, server);
            for (int died = 1; died <= MatchRunner.MAX_EXPIRED_LEASES; died++) {
                Leases then = aws.leases(Clock.offset(Clock.systemUTC(), LATER.multipliedBy(died)));
                assertInstanceOf(LeaseResult.Leased.class, then.takeLease(id, Duration.ofSeconds(45)));
            }
            Leases last = aws.leases(Clock.offset(Clock.systemUTC(), LATER.multipliedBy(100)));
            assertEquals(Outcome.DONE, runner(last, SELDOM).run(id, inAnHour()));
            assertEquals(Status.FAILED, record(id).status());
            assertEquals(
                    "Several servers crashed while they played it.",
                    record(id).outcome().reason());
            assertEquals(0, server.requests.get());
        }
    }

    @Test
    void the_handler_plays_a_batch_in_parallel_and_retries_server_errors() throws Exception {
        CountDownLatch all = new CountDownLatch(5);
        try (TestServer server = TestServer.of(connection -> {
            for (TestServer.Request request = connection.request(); request != null; request = connection.request()) {
                if (request.headers().get("bout-turn").equals("0")) {
                    all.countDown();
                    all.await();
                }
                connection.send(TestServer.ok(Painter.answer(request)));
            }
        })) {
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                ids.add(queued(server, server));
            }
            String broken = queued(PlayerRecord.house("one", "no-such-bot"), PlayerRecord.house("two", "no-such-bot"));
            List<SQSEvent.SQSMessage> batch = new ArrayList<>();
            for (String id : List.of(ids.get(0), broken, ids.get(1), ids.get(2), ids.get(3), ids.get(4))) {
                SQSEvent.SQSMessage message = new SQSEvent.SQSMessage();
                message.setMessageId("message of " + id);
                message.setBody(id);
                batch.add(message);
            }
            SQSEvent event = new SQSEvent();
            event.setRecords(batch);
            SQSBatchResponse response = new RunnerHandler(ENVIRONMENT).handleRequest(event, new TestContext(900_000));
            assertEquals(List.of(), response.getBatchItemFailures());
            assertEquals(Status.QUEUED, record(broken).status());
            for (String id : ids) {
                assertFinishedAsReplayed(id);
            }
        }
    }

    @Test
    void messages_that_cannot_be_handled_are_returned() {
        Map<String, String> noTable = new LinkedHashMap<>(ENVIRONMENT);
        noTable.put("BOUT_TABLE", "no-such-table");
        SQSEvent.SQSMessage message = new SQSEvent.SQSMessage();
        message.setMessageId("m1");
        message.setBody(IDS.next());
        SQSEvent event = new SQSEvent();
        event.setRecords(List.of(message));
        SQSBatchResponse response = new RunnerHandler(noTable).handleRequest(event, new TestContext(900_000));
        assertEquals("m1", response.getBatchItemFailures().getFirst().getItemIdentifier());
    }

    @Test
    void priming_plays_on_loopback_and_stores_nothing() {
        TestAws.TestApplication primed = TestAws.application();
        Map<String, String> environment = primed.environment();

        new RunnerHandler(environment).beforeCheckpoint(null);

        try (DynamoDbClient table = primed.endpoints().dynamoDbClient();
                S3Client bucket = primed.endpoints().s3Client()) {
            assertEquals(
                    List.of(),
                    table.scan(scan -> scan.tableName(environment.get("BOUT_TABLE")))
                            .items());
            assertEquals(
                    List.of(),
                    bucket.listObjectsV2(list -> list.bucket(environment.get("BOUT_BUCKET")))
                            .contents());
        }
        List<String> queues = environment.keySet().stream()
                .filter(name -> name.endsWith("_QUEUE"))
                .toList();
        assertTrue(queues.size() > 3, queues.toString());
        for (String queue : queues) {
            assertEquals(List.of(), messages(new Aws(environment), environment, queue), queue);
        }
    }

    /** Receives and deletes all messages of the queue. */
    private static List<String> messages(Aws aws, Map<String, String> environment) {
        return messages(aws, environment, "BOUT_MATCHES_QUEUE");
    }

    private static int delayed(Aws aws, Map<String, String> environment) {
        try (SqsClient sqs = aws.sqs()) {
            QueueAttributeName delayed = QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED;
            return Integer.parseInt(sqs.getQueueAttributes(get ->
                            get.queueUrl(environment.get("BOUT_MATCHES_QUEUE")).attributeNames(delayed))
                    .attributes()
                    .get(delayed));
        }
    }

    private static List<String> messages(Aws aws, Map<String, String> environment, String queue) {
        List<String> bodies = new ArrayList<>();
        try (SqsClient sqs = aws.sqs()) {
            String url = environment.get(queue);
            for (List<Message> received = receive(sqs, url); !received.isEmpty(); received = receive(sqs, url)) {
                for (Message message : received) {
                    bodies.add(message.body());
                    sqs.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(message.receiptHandle()));
                }
            }
        }
        return bodies;
    }

    private static List<Message> receive(SqsClient sqs, String url) {
        return sqs.receiveMessage(receive -> receive.queueUrl(url).maxNumberOfMessages(10))
                .messages();
    }
}
