package bout.store;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import bout.competition.tally.SeatTally;
import bout.engine.Result;
import bout.engine.Seat;
import bout.store.match.AbandonedMatches;
import bout.store.match.GameSettings;
import bout.store.match.Leases;
import bout.store.match.Leases.Lease;
import bout.store.match.Leases.LeaseResult;
import bout.store.match.MatchLimits;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.Matches;
import bout.store.match.PlayerRecord;
import bout.store.match.WaitingMatch;
import bout.store.runner.Runners;
import bout.table.Creation;
import bout.table.Item;
import bout.table.Table;
import bout.wire.id.MatchIds;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Matches in a real table, with a clock that the test moves. The games have names of their own, so tests that share a
 * table do not see each other's matches.
 */
public final class TestStore implements AutoCloseable {

    public static final Duration LEASE = Duration.ofSeconds(60);

    /** How {@link #finish} ends a match. */
    public static final Result WON = Result.of(Seat.SECOND, 12, 13, "full");

    private static final Instant LATEST = Instant.parse("2026-03-01T12:00:00.123Z");

    /** Longer than the time that passes in any test. */
    private static final Duration APART = Duration.ofDays(10);

    private static final AtomicInteger STORES = new AtomicInteger();

    /**
     * Each store lives before the ones made earlier, so its sweeper finds nothing overdue that their tests left in the
     * table.
     */
    public final TestClock clock = new TestClock(LATEST.minus(APART.multipliedBy(STORES.getAndIncrement())));

    public final Wire wire = new Wire();
    public final MatchIds ids = new MatchIds(clock, new SecureRandom());
    public final List<String> games;
    public final String game;
    public final DynamoDbClient dynamoDb;
    public final String table;
    public final Matches matches;
    public final Leases leases;
    public final Runners runners;
    public final AbandonedMatches abandoned;

    /** Takes the matches of {@link #leased}, until it crashes. */
    private String runner;

    public TestStore() {
        this(1);
    }

    public TestStore(int numberOfGames) {
        this(numberOfGames, TestCloud.environment());
    }

    /** A store in a table that no other test uses. */
    public TestStore(Map<String, String> environment) {
        this(1, environment);
    }

    private TestStore(int numberOfGames, Map<String, String> environment) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < numberOfGames; i++) {
            names.add("game-" + UUID.randomUUID());
        }
        games = List.copyOf(names);
        game = games.getFirst();
        dynamoDb = wire.over(TestAws.clients(environment)).dynamoDb().get();
        table = environment.get("BOUT_TABLE");
        matches = new Matches(table(), clock, Duration.ZERO, games);
        leases = new Leases(table(), clock, Duration.ZERO);
        runners = new Runners(table(), clock);
        abandoned = new AbandonedMatches(table(), clock, games);
    }

    public Table table() {
        return new Table(dynamoDb, table);
    }

    public MatchRecord queued() {
        return queued(game);
    }

    public MatchRecord queued(String ofGame) {
        return queued(ofGame, MatchOrigin.UNKNOWN);
    }

    public MatchRecord queued(MatchOrigin origin) {
        return queued(game, origin);
    }

    public MatchRecord queued(String ofGame, MatchOrigin origin) {
        List<PlayerRecord> players =
                List.of(PlayerRecord.house("Ada", "random"), PlayerRecord.url("Ben", "https://bot.example/ben"));
        return MatchRecord.queued(
                ids.next(),
                new MatchSettings(
                        GameSettings.of(ofGame).withOptions(Map.of("size", 5)).withTimeLimit(1000), players, "7"),
                origin,
                clock.instant());
    }

    public MatchRecord accepted() {
        return accepted(game);
    }

    public MatchRecord accepted(String ofGame) {
        return made(matches.acceptMatch(queued(ofGame), null, MatchLimits.NONE, Set.of()));
    }

    public MatchRecord accepted(MatchOrigin origin) {
        return made(matches.acceptMatch(queued(origin), null, MatchLimits.NONE, Set.of()));
    }

    /** What was made, by this very request. */
    public static <T> T made(Creation<T> creation) {
        if (creation instanceof Creation.New<T>(T made)) {
            return made;
        }
        throw new AssertionError("not made: " + creation);
    }

    public static long count(Collection<?> answers, Class<?> kind) {
        return answers.stream().filter(kind::isInstance).count();
    }

    public static List<String> ids(Collection<MatchRecord> matches) {
        return matches.stream().map(MatchRecord::id).toList();
    }

    /** The item with this key, which must be there. */
    public Item item(Map<String, AttributeValue> key) {
        return table().item(key).orElseThrow();
    }

    public double writeUnitsOf(Runnable change) {
        double before = wire.writeUnits();
        change.run();
        return wire.writeUnits() - before;
    }

    /** The runner that takes matches in this test; another one after each {@link #crash}. */
    public synchronized String runner() {
        if (runner == null) {
            runner = UUID.randomUUID().toString();
            runners.start(runner, LEASE);
        }
        return runner;
    }

    public LeaseResult take(String id) {
        return leases.takeLease(id, runner());
    }

    public Lease leased(String id) {
        return assertInstanceOf(LeaseResult.Leased.class, take(id)).lease();
    }

    /** The lease of the runner expires, and the sweeper puts its matches back. */
    public List<String> crash() {
        clock.forward(LEASE);
        runner = null;
        return swept();
    }

    public List<String> swept() {
        return abandoned.requeue(1000).stream().map(WaitingMatch::id).toList();
    }

    public Lease leasedAfterCrash(String id) {
        crash();
        return leased(id);
    }

    public Lease leased() {
        return leased(accepted().id());
    }

    /** @return whether the lease still held */
    public boolean finish(Lease lease) {
        return leases.finishMatch(lease, WON, List.of(), 9, SeatTally.NO_CALLS);
    }

    public MatchRecord found(String id) {
        return matches.find(id).orElseThrow();
    }

    /** Does the same on many threads that start together. */
    public static <T> List<T> atOnce(int threads, IntFunction<T> action) {
        CountDownLatch start = new CountDownLatch(threads);
        List<T> answers = Collections.synchronizedList(new ArrayList<>());
        List<Future<?>> futures = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < threads; i++) {
                int number = i;
                futures.add(executor.submit(() -> {
                    start.countDown();
                    start.await();
                    return answers.add(action.apply(number));
                }));
            }
        }
        for (Future<?> future : futures) {
            try {
                future.get();
            } catch (ExecutionException | InterruptedException failed) {
                throw new AssertionError(failed);
            }
        }
        return answers;
    }

    /** Does the same that often, at most 20 at once: prepares many items fast. */
    public static void repeat(int times, Runnable action) {
        for (int done = 0; done < times; done += 20) {
            atOnce(Math.min(20, times - done), i -> {
                action.run();
                return i;
            });
        }
    }

    @Override
    public void close() {
        dynamoDb.close();
    }
}
