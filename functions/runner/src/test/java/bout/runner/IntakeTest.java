package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.TestServer;
import bout.botclient.TestServers;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestContext;
import bout.store.TestMessages;
import bout.store.match.GameSettings;
import bout.store.match.MatchLimits;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.Status;
import bout.store.match.WaitingMatch;
import bout.table.TableLayout;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

@Timeout(120)
@Tag("aws")
class IntakeTest {

    @AutoClose
    private final TestServers servers = new TestServers();

    private static final int RUNNERS = 10;

    private final Map<String, String> environment =
            new HashMap<>(TestAws.application().environment());
    private final Aws aws = TestAws.aws(environment);
    private final Matches matches = aws.matches(Clock.systemUTC());

    private MatchRecord accepted(MatchLimits limits, int turns, PlayerRecord first, PlayerRecord second) {
        return accepted(limits, TestRunners.tiles(turns).withTimeLimit(60_000), first, second);
    }

    private MatchRecord accepted(MatchLimits limits, GameSettings game, PlayerRecord first, PlayerRecord second) {
        MatchRecord match = MatchRecord.queued(
                TestRunners.IDS.next(),
                new MatchSettings(game, List.of(first, second), "7"),
                MatchOrigin.owner("somebody"),
                Instant.now());
        matches.acceptMatch(match, null, limits, Set.of());
        return match;
    }

    private List<String> failed(WaitingMatch... waiting) {
        return failed(900_000, waiting);
    }

    /** The messages that a runner gives back. */
    private List<String> failed(int milliseconds, WaitingMatch... waiting) {
        SQSEvent event =
                TestMessages.event(Stream.of(waiting).map(WaitingMatch::text).toList());
        return TestMessages.failed(
                new RunnerHandler(TestAws.aws(environment)).handleRequest(event, TestContext.of(milliseconds)));
    }

    private Status status(MatchRecord match) {
        return matches.find(match.id()).orElseThrow().status();
    }

    private int inQueue(QueueAttributeName messages) {
        String url = environment.get("BOUT_MATCHES_QUEUE");
        try (SqsClient sqs = TestAws.clients(environment).sqs().get()) {
            return Integer.parseInt(
                    sqs.getQueueAttributes(get -> get.queueUrl(url).attributeNames(messages))
                            .attributes()
                            .get(messages));
        }
    }

    private TestServer slow(CountDownLatch asked, CountDownLatch released) throws Exception {
        return servers.replying(request -> {
            asked.countDown();
            released.await();
            return TestServer.ok(Painter.answer(request));
        });
    }

    @Test
    void a_match_starts_although_every_runner_has_one_that_waits_for_its_bot() throws Exception {
        CountDownLatch asked = new CountDownLatch(RUNNERS);
        CountDownLatch released = new CountDownLatch(1);
        TestServer bot = slow(asked, released);
        List<Future<List<String>>> runners = new ArrayList<>();
        List<MatchRecord> held = new ArrayList<>();
        for (int i = 0; i < RUNNERS; i++) {
            MatchRecord slow = accepted(
                    MatchLimits.NONE,
                    2,
                    PlayerRecord.url("slow", bot.url().text()),
                    PlayerRecord.house("near", "expand"));
            held.add(slow);
            runners.add(TestRunners.started(() -> failed(WaitingMatch.of(slow, false))));
        }
        asked.await();
        MatchRecord house = accepted(
                MatchLimits.NONE, 20, PlayerRecord.house("one", "expand"), PlayerRecord.house("two", "expand"));
        aws.matchQueue().send(List.of(house.id()));
        while (status(house) != Status.FINISHED) {
            Thread.sleep(5);
        }
        held.forEach(slow -> assertEquals(Status.RUNNING, status(slow)));
        released.countDown();
        for (Future<List<String>> runner : runners) {
            assertEquals(List.of(), runner.get());
        }
        held.forEach(slow -> assertEquals(Status.FINISHED, status(slow)));
        assertEquals(0, inQueue(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE));
    }

    @Test
    void what_exceeds_an_owners_share_goes_back_to_the_queue_and_is_not_written_to() throws Exception {
        int share = RunnerHandler.PLACES_OF_OWNER;
        environment.put("BOUT_CALLS_PER_BOT", Integer.toString(share + 1));
        CountDownLatch asked = new CountDownLatch(share + 1);
        CountDownLatch released = new CountDownLatch(1);
        TestServer bot = slow(asked, released);
        PlayerRecord slow = PlayerRecord.url("slow", bot.url().text());
        PlayerRecord house = PlayerRecord.house("near", "expand");
        MatchLimits limits = new MatchLimits(share + 1, 0);
        List<WaitingMatch> waiting = new ArrayList<>();
        for (int i = 0; i <= share; i++) {
            waiting.add(WaitingMatch.of(accepted(limits, 2, slow, house), true));
        }
        // A match of the same owner, but without a limit.
        waiting.add(WaitingMatch.of(accepted(MatchLimits.NONE, 2, slow, house), false));
        Future<List<String>> runner = TestRunners.started(() -> failed(waiting.toArray(WaitingMatch[]::new)));
        asked.await();
        Map<String, Status> statuses = new HashMap<>();
        waiting.forEach(each ->
                statuses.put(each.id(), matches.find(each.id()).orElseThrow().status()));
        List<String> queued = statuses.keySet().stream()
                .filter(id -> statuses.get(id) == Status.QUEUED)
                .toList();
        assertEquals(1, queued.size());
        String postponed = queued.getFirst();
        statuses.remove(postponed);
        assertEquals(
                List.of(Status.RUNNING), statuses.values().stream().distinct().toList());
        assertEquals(1, inQueue(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED));
        try (DynamoDbClient table = TestAws.clients(environment).dynamoDb().get()) {
            assertEquals(
                    "0",
                    table.getItem(get ->
                                    get.tableName(environment.get("BOUT_TABLE")).key(TableLayout.matchKey(postponed)))
                            .item()
                            .get(TableLayout.FENCE)
                            .n());
        }
        released.countDown();
        assertEquals(List.of(), runner.get());
    }

    @Test
    void a_runner_gives_its_matches_back_long_before_its_time_is_over() throws Exception {
        TestServer bot = servers.replying(request -> {
            Thread.sleep(50);
            return TestServer.ok(Painter.answer(request));
        });
        PlayerRecord player = PlayerRecord.url("bot", bot.url().text());
        // Longer than the runner lives, which has 15 s for its end.
        MatchRecord match = accepted(MatchLimits.NONE, TestRunners.tiles(160).withTimeLimit(1_000), player, player);
        assertEquals(List.of(), failed(15_000 + 4000, WaitingMatch.of(match, false)));
        assertEquals(Status.QUEUED, status(match));
        assertTrue(matches.find(match.id()).orElseThrow().progress().turn() > 0, "saved");
        assertEquals(1, inQueue(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES), "at once: it is no fault");
    }
}
