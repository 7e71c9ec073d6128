package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.TestServer;
import bout.botclient.TestServers;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestQueues;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.telemetry.LogProvider;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.sqs.SqsClient;

@Timeout(120)
@Tag("aws")
class FailedMatchTest {

    private static final int TURNS = 20;

    private final Map<String, String> environment = TestAws.application().environment();
    private final Aws aws = TestAws.aws(environment);
    private final TestQueues queues = new TestQueues(environment);

    @AutoClose
    private final TestServers servers = new TestServers();

    @AutoClose
    private final TestRunners runners = new TestRunners(aws, TestRunners.SELDOM);

    private MatchRecord accepted(TestServer server, Integer timeLimit) {
        PlayerRecord one = TestRunners.url(server);
        return runners.accepted(TestRunners.tiles(TURNS).withTimeLimit(timeLimit), one, one, MatchOrigin.UNKNOWN);
    }

    private String unplayable() {
        PlayerRecord nobody = PlayerRecord.house("nobody", "no-such-bot");
        return runners.queued(TestRunners.tiles(TURNS), nobody, nobody);
    }

    private Aws seeing(String variable, String queue) {
        Map<String, String> other = new HashMap<>(environment);
        other.compute(variable, (name, url) -> url.replaceFirst("[^/]+$", queue));
        return TestAws.aws(other);
    }

    @Test
    void the_sweeper_requeues_the_match_of_a_crashed_runner() throws Exception {
        TestServer server = servers.of(Painter::serve);
        MatchRecord record = accepted(server, null);
        runners.die(record.id());

        runners.sweep(Clock.systemUTC());
        assertEquals(List.of(), queues.take("BOUT_MATCHES_QUEUE"), "its lease still lasts");

        runners.sweep(TestRunners.LATER);
        assertEquals(List.of(record.id()), queues.take("BOUT_MATCHES_QUEUE"));
        assertTrue(runners.run(record.id()));
        assertEquals(Status.FINISHED, runners.record(record.id()).status());
    }

    @Test
    void the_log_names_only_a_few_of_many_requeued_matches() {
        Set<String> ids = Stream.generate(this::unplayable).limit(30).collect(Collectors.toSet());
        List<String> log = new ArrayList<>();
        ScopedValue.where(LogProvider.SIMULATED, entry -> log.add(entry.get()))
                .run(() -> runners.sweep(TestRunners.LATER));
        String line = log.stream()
                .filter(entry -> entry.contains("Requeued abandoned matches"))
                .findFirst()
                .orElseThrow();
        assertTrue(line.contains("count=30"), line);
        assertEquals(10, ids.stream().filter(line::contains).count(), line);
    }

    @Test
    void a_match_without_time_for_a_turn_fails_after_three_runners() throws Exception {
        TestServer server = servers.of(Painter::serve);
        MatchRecord record = accepted(server, 1000);
        for (int attempt = 1; attempt < MatchRunner.MAX_FAULTS; attempt++) {
            // A turn may take 2 s here, so none can start in a runner that lives for 1 s.
            assertTrue(runners.run(record.id(), Duration.ofSeconds(1)));
            assertEquals(Status.QUEUED, runners.record(record.id()).status());
            assertEquals(List.of(), queues.take("BOUT_MATCHES_QUEUE"), "not at once");
            assertEquals(attempt, queues.delayed("BOUT_MATCHES_QUEUE"), "but a while after each fault");
        }
        assertTrue(runners.run(record.id(), Duration.ZERO));
        assertEquals(Status.FAILED, runners.record(record.id()).status());
        assertEquals(
                "No server had enough time left for a single turn.",
                runners.record(record.id()).outcome().reason());
        assertEquals(MatchRunner.MAX_FAULTS - 1, queues.delayed("BOUT_MATCHES_QUEUE"));
        assertEquals(List.of(record.id()), queues.take("BOUT_MATCHES_DEAD_LETTERS"));
        assertEquals(0, server.requests.get());
    }

    @Test
    void a_match_fails_after_three_server_errors() throws Exception {
        String id = unplayable();
        for (int attempt = 1; attempt < MatchRunner.MAX_FAULTS; attempt++) {
            assertTrue(runners.run(id));
            assertEquals(Status.QUEUED, runners.record(id).status());
        }
        assertTrue(runners.run(id));
        assertEquals(Status.FAILED, runners.record(id).status());
        assertEquals(
                "It could not be played because of a server error.",
                runners.record(id).outcome().reason());
        assertNull(runners.record(id).outcome().result());
        assertTrue(queues.take("BOUT_MATCHES_DEAD_LETTERS").contains(id));
        assertTrue(runners.run(id), "then its message is done with");
    }

    @Test
    void a_match_fails_only_after_its_dead_letter_was_sent() throws Exception {
        String id = unplayable();
        TestRunners cutOff = runners.seeing(seeing("BOUT_MATCHES_DEAD_LETTERS", "not-there"));
        for (int attempt = 1; attempt <= MatchRunner.MAX_FAULTS; attempt++) {
            assertTrue(cutOff.run(id));
        }
        assertEquals(Status.RUNNING, runners.record(id).status(), "until the lease of its runner expires");
        assertTrue(runners.runLater(id));
        assertEquals(Status.FAILED, runners.record(id).status());
    }

    @Test
    void a_match_that_cannot_be_given_back_is_given_back_by_a_later_renewal() throws Exception {
        String id = unplayable();
        for (int attempt = 1; attempt < MatchRunner.MAX_FAULTS; attempt++) {
            runners.run(id);
        }
        try (SqsClient sqs = TestAws.clients(environment).sqs().get()) {
            // The queue's name of a moment later.
            String later = "later-" + UUID.randomUUID();
            TestRunners cutOff = runners.with(TestRunners.OFTEN).seeing(seeing("BOUT_MATCHES_DEAD_LETTERS", later));
            try (RunnerLease runner = cutOff.start()) {
                assertTrue(cutOff.run(id, runner));
                assertEquals(Status.RUNNING, runners.record(id).status());
                sqs.createQueue(create -> create.queueName(later));
                while (runners.record(id).status() == Status.RUNNING) {
                    Thread.sleep(5);
                }
                assertEquals(Status.FAILED, runners.record(id).status());
            }
        }
    }

    @Test
    void a_match_fails_after_too_many_crashed_runners() throws Exception {
        TestServer server = servers.of(Painter::serve);
        String id = accepted(server, null).id();
        for (int died = 1; died <= MatchRunner.MAX_EXPIRED_LEASES; died++) {
            runners.die(id);
            runners.sweepLater();
        }
        assertTrue(runners.run(id));
        assertEquals(Status.FAILED, runners.record(id).status());
        assertEquals(
                "Several servers crashed while they played it.",
                runners.record(id).outcome().reason());
        assertEquals(0, server.requests.get());
    }
}
