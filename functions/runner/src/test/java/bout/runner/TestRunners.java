package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.botclient.TestServer;
import bout.engine.Replay;
import bout.games.Games;
import bout.runner.MatchRunner.LeaseTimes;
import bout.sandbox.Sandbox;
import bout.store.Aws;
import bout.store.TestContext;
import bout.store.match.AbandonedMatches;
import bout.store.match.GameSettings;
import bout.store.match.MatchLimits;
import bout.store.match.MatchRecord;
import bout.store.match.MatchRecord.MatchOrigin;
import bout.store.match.MatchRecord.MatchSettings;
import bout.store.match.PlayerRecord;
import bout.store.match.SeatKey;
import bout.store.match.Status;
import bout.store.replay.Replays;
import bout.store.runner.Runners;
import bout.telemetry.RunnerMetrics;
import bout.wire.ReplayFile;
import bout.wire.ReplaySchema;
import bout.wire.id.MatchIds;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Accepts matches, and runs them as invocations of the runner function do.
 *
 * @param aws where matches are accepted
 * @param seen what the runners see of it
 */
record TestRunners(Aws aws, Aws seen, BotClient client, RunnerMetrics metrics, LeaseTimes times)
        implements AutoCloseable {

    static final MatchIds IDS = new MatchIds(Clock.systemUTC(), new SecureRandom());
    static final Sandbox SANDBOX = new Sandbox();
    private static final Duration NEVER = Duration.ofHours(1);

    static final LeaseTimes SELDOM = new LeaseTimes(Duration.ofSeconds(45), NEVER, NEVER);

    static final LeaseTimes RENEWED_OFTEN = new LeaseTimes(Duration.ofSeconds(45), Duration.ofMillis(10), NEVER);
    static final LeaseTimes OFTEN =
            new LeaseTimes(Duration.ofSeconds(45), Duration.ofMillis(10), Duration.ofMillis(10));

    static final Clock LATER = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(2));

    TestRunners(Aws aws, LeaseTimes times) {
        this(
                aws,
                aws,
                new BotClient(AddressPolicy.LOOPBACK, BotClient.DEFAULT_CALLS_PER_BOT),
                new RunnerMetrics(line -> {}, "runner", Clock.systemUTC()),
                times);
    }

    TestRunners with(LeaseTimes others) {
        return new TestRunners(aws, seen, client, metrics, others);
    }

    TestRunners with(RunnerMetrics others) {
        return new TestRunners(aws, seen, client, others, times);
    }

    TestRunners seeing(Aws other) {
        return new TestRunners(aws, other, client, metrics, times);
    }

    static GameSettings tiles(int turns) {
        return GameSettings.of("ajax-tiles").withOptions(Map.of("maxTurns", turns));
    }

    static <T> Future<T> started(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.startVirtualThread(task);
        return task;
    }

    static PlayerRecord url(TestServer server) {
        return PlayerRecord.url("far", server.url("/secret").text());
    }

    MatchRecord accepted(GameSettings game, PlayerRecord first, PlayerRecord second, MatchOrigin origin) {
        MatchRecord match = MatchRecord.queued(
                IDS.next(), new MatchSettings(game, List.of(first, second), "7"), origin, Instant.now());
        aws.matches(Clock.systemUTC()).acceptMatch(match, null, MatchLimits.NONE, Set.of());
        return match;
    }

    String queued(GameSettings game, PlayerRecord first, PlayerRecord second) {
        return accepted(game, first, second, MatchOrigin.UNKNOWN).id();
    }

    MatchRecord record(String id) {
        return aws.matches(Clock.systemUTC()).find(id).orElseThrow();
    }

    Replay replay(String id) throws ReplayFile.NotAReplay {
        return ReplaySchema.read(new Replays(aws.bucket())
                .get(new SeatKey(aws.table()).fileName(record(id)))
                .orElseThrow());
    }

    /** The replay of a match that was played to its end: its moves lead to the result in the record. */
    Replay finished(String id) throws ReplayFile.NotAReplay {
        MatchRecord record = record(id);
        Replay replay = replay(id);
        assertEquals(Status.FINISHED, record.status());
        assertEquals(replay.result(), record.outcome().result());
        Replay.Confirmed confirmed = assertInstanceOf(
                Replay.Confirmed.class, replay.verify(Games.byId(record.game()).orElseThrow()));
        assertEquals(confirmed.turns(), record.progress().turn());
        return replay;
    }

    RunnerLease start() {
        return start(Duration.ofHours(1));
    }

    RunnerLease start(Duration lives) {
        return new RunnerLease(
                new Runners(aws.table(), Clock.systemUTC()), times, System.nanoTime() + lives.toNanos(), () -> {});
    }

    boolean run(String id) throws InterruptedException {
        return run(id, Duration.ofHours(1));
    }

    boolean run(String id, Duration lives) throws InterruptedException {
        try (RunnerLease runner = start(lives)) {
            return run(id, runner);
        }
    }

    boolean run(String id, RunnerLease runner) throws InterruptedException {
        return new MatchRunner(seen, Clock.systemUTC(), new MatchPlayers(aws, client, SANDBOX), metrics, times)
                .run(id, runner, () -> {});
    }

    void die(String id) {
        String runner = "dead-" + UUID.randomUUID();
        new Runners(aws.table(), Clock.systemUTC()).start(runner, times.last());
        aws.leases(Clock.systemUTC()).takeLease(id, runner);
    }

    void sweepLater() {
        abandoned(aws, LATER).requeue(1000);
    }

    void sweep(Clock clock) {
        new SweeperHandler(aws, clock, Games.ALL).handleRequest(new ScheduledEvent(), TestContext.of(60_000));
    }

    boolean runLater(String id) throws InterruptedException {
        sweepLater();
        return run(id);
    }

    @Override
    public void close() {
        client.close();
    }

    static AbandonedMatches abandoned(Aws aws, Clock clock) {
        return new AbandonedMatches(
                aws.table(),
                clock,
                Games.ALL.stream().map(game -> game.card().id()).toList());
    }
}
