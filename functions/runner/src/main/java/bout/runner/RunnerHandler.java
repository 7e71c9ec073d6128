package bout.runner;

import bout.botclient.BotClient;
import bout.botclient.player.UnprovenHosts;
import bout.connected.BotConnections;
import bout.runner.MatchRunner.LeaseTimes;
import bout.sandbox.Sandbox;
import bout.store.Aws;
import bout.store.Primed;
import bout.store.bot.Bots;
import bout.store.bot.PublishedCode;
import bout.store.match.SeatKey;
import bout.store.match.WaitingMatch;
import bout.store.queue.Batch;
import bout.store.queue.Queue.MatchQueue;
import bout.store.queue.QueueWork;
import bout.store.replay.Replays;
import bout.store.runner.Runners;
import bout.telemetry.Machine;
import bout.telemetry.RunnerMetrics;
import bout.telemetry.Settings;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The function that plays matches: one invocation is a runner, and plays many matches in parallel, one virtual thread
 * each. It begins with a batch of messages, each with the id of a match, and takes further ones from the queue while
 * anything runs. Messages whose match could not be leased are returned as failed, so SQS delivers them again.
 */
public final class RunnerHandler extends Primed implements RequestHandler<SQSEvent, SQSBatchResponse>, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RunnerHandler.class);

    /** Time to store a replay and commit a result before the invocation ends. */
    private static final long LAST_SECONDS = TimeUnit.SECONDS.toNanos(15);

    /**
     * How many matches a runner plays at a time. Two connections to bots for each, and as many to the cloud, are nearly
     * all that 1,024 open files allow. At least the batch with which a runner starts.
     */
    public static final int PLACES = 250;

    /** How many of them are of one owner with limits: one owner fills at most a tenth of the runners. */
    public static final int PLACES_OF_OWNER = PLACES / 10;

    /** A match is taken and its message removed within milliseconds of its delivery, or not at all. */
    private static final QueueWork.Limits LIMITS = new QueueWork.Limits(
            PLACES, PLACES_OF_OWNER, Duration.ZERO, 10, 20, Duration.ofSeconds(2), Duration.ofSeconds(30));

    /** A match accepted later might have no time for a turn: a call takes up to a minute, opening a connection too. */
    private static final long LONGEST_TURN = TimeUnit.MINUTES.toNanos(2);

    private final Runners runners;
    private final MatchRunner matches;
    private final MatchQueue queue;
    private final Optional<BotConnections> connections;
    private final LeaseTimes times;
    private final RunnerMetrics metrics;
    private final Set<RunnerLease> running = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    public RunnerHandler() {
        this(new Aws(System.getenv()));
    }

    public RunnerHandler(Aws aws) {
        this(aws, players(aws));
        prime(
                // Code that is loaded and compiled by then does not slow down the first calls.
                Priming::playOnLoopback,
                aws.matches(Clock.systemUTC())::prime,
                new Replays(aws.bucket())::prime,
                queue::prime,
                connections.orElseThrow()::prime,
                Sandbox.ofThisProcess()::prime);
    }

    public RunnerHandler(Aws aws, MatchPlayers players) {
        Clock clock = Machine.systemClock();
        queue = aws.matchQueue();
        metrics = RunnerMetrics.of(aws.settings());
        times = LeaseTimes.lasting(aws.settings().seconds("BOUT_LEASE_SECONDS", 1, 3600, LeaseTimes.DEFAULT.last()));
        runners = new Runners(aws.table(), clock);
        connections = players.connections();
        matches = new MatchRunner(aws, clock, players, metrics, times);
    }

    private static MatchPlayers players(Aws aws) {
        Settings settings = aws.settings();
        return new MatchPlayers(
                new Bots(aws.table(), Machine.systemClock()),
                new PublishedCode(aws.bucket()),
                new SeatKey(aws.table()),
                new BotClient(
                        aws.botAddresses(),
                        settings.wholeNumber("BOUT_CALLS_PER_BOT", 1, 1_000_000, BotClient.DEFAULT_CALLS_PER_BOT)),
                new UnprovenHosts(
                        settings.wholeNumber("BOUT_UNPROVEN_CALLS_PER_SECOND", 0, 1_000_000, UnprovenHosts.PER_SECOND)),
                Sandbox.ofThisProcess(),
                Optional.of(BotConnections.of(aws, settings.wholeNumber("BOUT_RUNNERS", 1, 1000, 2))));
    }

    /**
     * Plays the matches of the event and further ones, for a third to two thirds of the runner's life; then gives back
     * what still runs. The time is random, so that not all runners end at the same moment.
     */
    @Override
    public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
        long begun = Machine.current().nanoTime();
        long lifetime = TimeUnit.MILLISECONDS.toNanos(context.getRemainingTimeInMillis()) - LAST_SECONDS;
        long third = lifetime / 3;
        long plays = third + third / 1000 * Machine.current().random(1000);
        long acceptUntil = begun + Math.min(plays, lifetime - LONGEST_TURN);
        try (RunnerLease runner = new RunnerLease(runners, times, begun + lifetime, metrics::flushEachMinute)) {
            runner.stopAt(begun + plays);
            running.add(runner);
            connections.ifPresent(BotConnections::begin);
            if (closed) {
                runner.stop();
            }
            try {
                return new QueueWork(queue.inbox(), LIMITS)
                        .run(
                                event,
                                work(runner),
                                () -> !runner.stopping() && Machine.current().nanoTime() - acceptUntil < 0);
            } finally {
                running.remove(runner);
                connections.ifPresent(BotConnections::end);
            }
        } catch (SdkException unreachable) {
            LOG.atError().setCause(unreachable).log("Could not start a runner; the messages will be delivered again");
            return Batch.failed(event);
        } finally {
            metrics.flush();
        }
    }

    private QueueWork.Work work(RunnerLease runner) {
        return new QueueWork.Work() {
            @Override
            public String owner(SQSEvent.SQSMessage message) {
                return WaitingMatch.read(message.getBody()).owner();
            }

            @Override
            public boolean done(SQSEvent.SQSMessage message, Runnable settled) throws InterruptedException {
                return matches.run(WaitingMatch.read(message.getBody()).id(), runner, settled);
            }
        };
    }

    /**
     * Stops the running matches early: each is saved after its current turn and queued for another runner. Then the
     * running invocations return.
     */
    @Override
    public void close() {
        closed = true;
        running.forEach(RunnerLease::stop);
    }
}
