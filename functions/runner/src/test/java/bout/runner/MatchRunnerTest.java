package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.TestServer;
import bout.botclient.TestServers;
import bout.engine.Failure;
import bout.engine.Replay;
import bout.runner.MatchRunner.LeaseTimes;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestContext;
import bout.store.TestMessages;
import bout.store.TestQueues;
import bout.store.Wire;
import bout.store.match.Leases;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchRecord;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.store.replay.Replays;
import bout.store.runner.Runners;
import bout.telemetry.RunnerMetrics;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.s3.S3Client;

@Timeout(120)
@Tag("aws")
class MatchRunnerTest {

    private static final Map<String, String> ENVIRONMENT = TestAws.application().environment();
    private static final int TURNS = 20;

    private final Aws aws = TestAws.aws(ENVIRONMENT);
    private final Leases leases = aws.leases(Clock.systemUTC());
    private final Replays replays = new Replays(aws.bucket());
    private final List<String> metricLines = new ArrayList<>();
    private final RunnerMetrics metrics = new RunnerMetrics(metricLines::add, "runner", Clock.systemUTC());

    @AutoClose
    private final TestServers servers = new TestServers();

    @AutoClose
    private final TestRunners runners = new TestRunners(aws, TestRunners.SELDOM).with(metrics);

    private String queued(PlayerRecord first, PlayerRecord second) {
        return runners.queued(TestRunners.tiles(TURNS).withTimeLimit(5000), first, second);
    }

    private String queued(TestServer first, TestServer second) {
        return queued(
                PlayerRecord.url("one", first.url("/secret-one").text()),
                PlayerRecord.url("two", second.url("/secret-two").text()));
    }

    @Test
    void a_runner_plays_a_queued_match_stores_its_replay_and_commits_its_result() throws Exception {
        TestServer server = servers.of(Painter::serve);
        String id = queued(server, server);
        assertTrue(runners.run(id));
        runners.finished(id);
        assertEquals(TURNS, server.requests.get());
        assertEquals("turns", runners.record(id).outcome().result().reason());
        assertEquals(List.of(), runners.record(id).outcome().failures());
        assertEquals(
                List.of(Replay.Player.named("one"), Replay.Player.named("two")),
                runners.replay(id).start().players());
        String text = new String(bout.wire.Json.bytes(runners.replay(id).toPlain()), StandardCharsets.UTF_8);
        assertFalse(text.contains("secret"), "a replay names no URL");
        assertFalse(text.contains("127.0.0.1"), "a replay names no host");
        metrics.flush();
        assertTrue(
                metricLines.getFirst().contains("\"MatchesFinished\":1")
                        && metricLines.getFirst().contains("\"BotCalls\":" + TURNS),
                metricLines.toString());
    }

    @Test
    void a_failing_bot_is_named_in_the_record_and_the_match_continues() throws Exception {
        TestServer server = servers.of(Painter::serve);
        TestServer failing = servers.answering("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n");
        String id = queued(server, failing);
        assertTrue(runners.run(id));
        runners.finished(id);
        MatchRecord record = runners.record(id);
        assertEquals("forfeit", record.outcome().result().reason());
        assertEquals(1, record.outcome().failures().size());
        assertEquals(
                new Failure(Failure.Kind.STATUS, "Answered with status 500 instead of 200 and an empty body."),
                record.outcome().failures().getFirst().failure());
    }

    @Test
    void a_forbidden_url_is_a_failure_of_its_bot() throws Exception {
        TestServer server = servers.of(Painter::serve);
        String id = queued(
                PlayerRecord.url("one", "http://169.254.169.254/latest"),
                PlayerRecord.url("two", server.url().text()));
        assertTrue(runners.run(id));
        assertEquals(
                Failure.Kind.ADDRESS_NOT_ALLOWED,
                runners.record(id).outcome().failures().getFirst().failure().kind());
        assertEquals(0, server.requests.get());
    }

    @Test
    void ten_concurrent_messages_and_a_late_one_play_a_match_once() throws Exception {
        TestServer server = servers.of(Painter::serve);
        String id = queued(server, server);
        List<Future<Boolean>> runs = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            runs.add(TestRunners.started(() -> runners.run(id)));
        }
        for (Future<Boolean> run : runs) {
            assertTrue(run.get());
        }
        runners.finished(id);
        MatchRecord finished = runners.record(id);
        assertTrue(runners.run(id), "a message that comes after the end");
        assertEquals(finished, runners.record(id));
        assertEquals(TURNS, server.requests.get());
    }

    @Test
    void a_message_for_an_unknown_match_is_deleted() throws Exception {
        assertTrue(runners.run(TestRunners.IDS.next()));
        assertTrue(runners.run("no id at all"));
    }

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
        TestServer gated = servers.of(gate::serve);
        TestServer server = servers.of(Painter::serve);
        String id = queued(gated, server);
        Future<Boolean> still = TestRunners.started(() -> runners.run(id));
        gate.reached.await();
        assertTrue(runners.runLater(id));
        runners.finished(id);
        MatchRecord finished = runners.record(id);
        byte[] stored = replays.get(id).orElseThrow();

        gate.open.countDown();
        assertTrue(still.get());
        assertEquals(finished, runners.record(id), "the record stays as it was");
        assertEquals(
                new String(stored, StandardCharsets.ISO_8859_1),
                new String(replays.get(id).orElseThrow(), StandardCharsets.ISO_8859_1),
                "the replay stays as it was");
        assertEquals(2 * TURNS, gated.requests.get() + server.requests.get(), "both played to the end");
    }

    @Test
    void a_runner_that_finds_a_stored_replay_commits_its_result() throws Exception {
        Gate slowest = new Gate();
        Gate slow = new Gate();
        TestServer first = servers.of(slow::serve);
        TestServer second = servers.of(slowest::serve);
        String id = queued(first, second);
        // The first runner waits in turn 0, the second one (after the first lease has expired) in turn 1.
        Future<Boolean> early = TestRunners.started(() -> runners.run(id));
        slow.reached.await();
        Future<Boolean> late = TestRunners.started(() -> runners.runLater(id));
        slowest.reached.await();
        // The first one continues to the end: it stores its replay, but can no longer commit.
        slow.open.countDown();
        assertTrue(early.get());
        assertEquals(Status.RUNNING, runners.record(id).status());
        Replay stored = runners.replay(id);

        slowest.open.countDown();
        assertTrue(late.get());
        runners.finished(id);
        assertEquals(stored, runners.replay(id));
        assertEquals(List.of(-1, -1), stored.calls().moves().getFirst().getFirst(), "it is the first runner's");
        assertNotEquals(List.of(-1, -1), stored.calls().moves().getLast().getFirst(), "and not the second's");
    }

    @Test
    void a_runner_that_lost_its_lease_stops_and_leaves_nothing() throws Exception {
        CountDownLatch taken = new CountDownLatch(1);
        AtomicInteger afterwards = new AtomicInteger();
        TestServer server = servers.of(connection -> {
            for (TestServer.Request request = connection.request(); request != null; request = connection.request()) {
                if (taken.getCount() == 0) {
                    afterwards.incrementAndGet();
                    Thread.sleep(50);
                }
                connection.send(TestServer.ok("{\"x\":-1,\"y\":-1}"));
                taken.await();
            }
        });
        String id = queued(server, server);
        Future<Boolean> run =
                TestRunners.started(() -> runners.with(TestRunners.OFTEN).run(id));
        while (server.requests.get() == 0) {
            Thread.sleep(1);
        }
        while (runners.record(id).status() == Status.RUNNING) {
            // Refused if the runner renews its lease just then.
            runners.sweepLater();
        }
        runners.die(id);
        taken.countDown();
        assertTrue(run.get());
        assertTrue(afterwards.get() < TURNS - 2, afterwards + " calls after the lease was lost");
        assertTrue(replays.get(id).isEmpty());
        assertEquals(Status.RUNNING, runners.record(id).status());
    }

    @Test
    void a_lease_is_renewed_during_a_move_that_takes_longer_than_it() throws Exception {
        LeaseTimes brief = new LeaseTimes(Duration.ofSeconds(2), Duration.ofMillis(50), Duration.ofHours(1));
        Gate gate = new Gate();
        TestServer gated = servers.of(gate::serve);
        TestServer server = servers.of(Painter::serve);
        String id = queued(gated, server);
        Future<Boolean> run = TestRunners.started(() -> runners.with(brief).run(id));
        gate.reached.await();
        long began = System.nanoTime();
        while (System.nanoTime() - began < TimeUnit.SECONDS.toNanos(3)) {
            TestRunners.abandoned(aws, Clock.systemUTC()).requeue(1000);
            assertInstanceOf(LeaseResult.Held.class, leases.takeLease(id, "another"));
            Thread.sleep(20);
        }
        gate.open.countDown();
        assertTrue(run.get());
        runners.finished(id);
    }

    @Test
    void the_handler_plays_a_batch_in_parallel_and_retries_server_errors() throws Exception {
        CountDownLatch all = new CountDownLatch(5);
        TestServer server = servers.replying(request -> {
            if (request.headers().get("bout-turn").equals("0")) {
                all.countDown();
                all.await();
            }
            return TestServer.ok(Painter.answer(request));
        });
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(queued(server, server));
        }
        String broken = queued(PlayerRecord.house("one", "no-such-bot"), PlayerRecord.house("two", "no-such-bot"));
        SQSEvent event =
                TestMessages.event(List.of(ids.get(0), broken, ids.get(1), ids.get(2), ids.get(3), ids.get(4)));
        SQSBatchResponse response =
                new RunnerHandler(TestAws.aws(ENVIRONMENT)).handleRequest(event, TestContext.of(900_000));
        assertEquals(List.of(), response.getBatchItemFailures());
        assertEquals(Status.QUEUED, runners.record(broken).status());
        for (String id : ids) {
            runners.finished(id);
        }
    }

    @Test
    void metrics_are_written_with_the_renewals_of_the_lease() throws Exception {
        Runners stored = new Runners(aws.table(), Clock.systemUTC());
        long end = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
        CountDownLatch twice = new CountDownLatch(2);
        try (RunnerLease lease = new RunnerLease(stored, TestRunners.OFTEN, end, twice::countDown)) {
            twice.await();
        }
    }

    @Test
    void messages_that_cannot_be_handled_are_returned() {
        Map<String, String> noTable = new LinkedHashMap<>(ENVIRONMENT);
        noTable.put("BOUT_TABLE", "no-such-table");
        String id = TestRunners.IDS.next();
        SQSBatchResponse response = new RunnerHandler(TestAws.aws(noTable))
                .handleRequest(TestMessages.event(List.of(id)), TestContext.of(900_000));
        assertEquals(List.of(TestMessages.id(id)), TestMessages.failed(response));
    }

    @Test
    void priming_plays_on_loopback_and_stores_nothing() {
        TestAws.TestApplication primed = TestAws.application();
        Map<String, String> environment = new HashMap<>(primed.environment());
        environment.put("AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI", "http://127.0.0.1:9/live");

        Wire wire = new Wire();

        new RunnerHandler(TestAws.aws(environment, wire)).beforeCheckpoint(null);

        assertEquals(0, wire.writeUnits());
        assertTrue(
                wire.operations().stream()
                        .noneMatch(operation -> operation.equals("PutItem") || operation.equals("UpdateItem")),
                wire.operations().toString());
        try (S3Client bucket = primed.clients().s3().get()) {
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
            assertEquals(List.of(), new TestQueues(environment).take(queue), queue);
        }
    }
}
