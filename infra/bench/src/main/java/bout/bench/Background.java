package bout.bench;

import bout.bench.usage.Counting;
import bout.games.ajaxtiles.AjaxTiles;
import bout.runner.SweeperHandler;
import bout.store.Aws;
import bout.store.id.MatchIds;
import bout.store.match.GameSettings;
import bout.store.match.MatchItem;
import bout.store.match.MatchOrigin;
import bout.store.match.MatchRecord;
import bout.store.match.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.table.Parallel;
import bout.store.table.Table;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * What the growth benchmark does besides playing: it fills the table with waiting matches, looks for the end of the
 * played ones, and runs the sweeper. None of that is counted, except the sweeper.
 */
final class Background implements AutoCloseable {

    /** The most items that BatchWriteItem accepts. */
    private static final int BATCH = 25;

    private static final Duration INTERVAL = Duration.ofMillis(100);

    /** The waiting matches were accepted long ago, so that the sweeper looks at them. */
    private static final Duration AGE = Duration.ofHours(1);

    /** Their messages are not due to be sent again before the benchmark ends. */
    private static final Duration REQUEUED_AFTER = Duration.ofDays(1);

    private final Table table;
    private final Matches matches;
    private final SweeperHandler sweeper;
    private final StackRun run;
    private final MatchIds ids = new MatchIds(Clock.offset(Clock.systemUTC(), AGE.negated()), new SecureRandom());
    private final Thread watch;
    private int queued;
    private volatile boolean closed;

    /** @param run is told of its matches that end */
    Background(Map<String, String> environment, StackRun run) {
        Aws aws = new Aws(environment);
        this.table = aws.table();
        this.matches = aws.matches(Clock.systemUTC());
        this.sweeper = new SweeperHandler(environment);
        this.run = run;
        this.watch = Thread.startVirtualThread(() -> Counting.excluded(this::watch));
    }

    /** Adds waiting matches until there are this many. */
    void fill(int wanted) {
        List<List<WriteRequest>> batches = new ArrayList<>();
        while (queued < wanted) {
            List<WriteRequest> batch = new ArrayList<>();
            while (queued < wanted && batch.size() < BATCH) {
                Map<String, AttributeValue> item = MatchItem.accepted(
                                waiting(), Instant.now().plus(REQUEUED_AFTER), Set.of())
                        .attributes();
                batch.add(WriteRequest.builder()
                        .putRequest(PutRequest.builder().item(item).build())
                        .build());
                queued++;
            }
            batches.add(batch);
        }
        Parallel.call(batches, this::write);
    }

    private int write(List<WriteRequest> batch) {
        Map<String, List<WriteRequest>> left = Map.of(table.name(), batch);
        while (!left.isEmpty()) {
            Map<String, List<WriteRequest>> sent = left;
            BatchWriteItemResponse answer = table.dynamoDb().batchWriteItem(write -> write.requestItems(sent));
            left = answer.unprocessedItems();
        }
        return batch.size();
    }

    private MatchRecord waiting() {
        return MatchRecord.queued(
                ids.next(),
                new MatchSettings(
                        GameSettings.of(new AjaxTiles().card().id()),
                        List.of(PlayerRecord.house("contain", "contain"), PlayerRecord.house("random", "random")),
                        "1"),
                MatchOrigin.UNKNOWN,
                Instant.now().minus(AGE));
    }

    /** Runs the sweeper once. Nothing is due, so it never asks how much time is left. */
    void sweep() {
        sweeper.handleRequest(null, null);
    }

    private void watch() {
        Set<String> ended = new HashSet<>();
        try {
            while (!closed) {
                List<String> open = run.accepted().stream()
                        .filter(id -> !ended.contains(id))
                        .toList();
                for (MatchRecord match : matches.find(open)) {
                    if (match.status().over()) {
                        ended.add(match.id());
                        run.finished(match);
                    }
                }
                Thread.sleep(INTERVAL);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        watch.join();
    }
}
