package bout.runner;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.store.Aws;
import bout.store.match.Replays;
import bout.store.queue.Batch;
import bout.store.queue.MatchQueue;
import bout.telemetry.RunnerMetrics;
import bout.telemetry.Settings;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.crac.Core;
import org.crac.Resource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The function that plays matches: takes a batch of messages, each the id of a match, and plays them side by side, one
 * virtual thread each. Messages whose matches could not be looked at, or not be given back after a fault of ours, are
 * reported back, so that they come again.
 */
public final class RunnerHandler implements RequestHandler<SQSEvent, SQSBatchResponse>, Resource, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RunnerHandler.class);

    /** To store a replay and commit a result before the invocation ends. */
    private static final long LAST_SECONDS = TimeUnit.SECONDS.toNanos(15);

    private final List<Runnable> priming;
    private final MatchRunner runner;
    private final RunnerMetrics metrics;

    /** As Lambda makes it. */
    public RunnerHandler() {
        this(System.getenv());
    }

    /**
     * @param environment {@code BOUT_BOT_ADDRESSES}, {@code BOUT_CALLS_PER_HOST}, {@code BOUT_LEASE_SECONDS} (whole
     *     seconds), and what {@link Aws} reads for the table, the bucket and the queues
     * @throws IllegalArgumentException for a variable that is missing or has a value that it cannot have
     */
    public RunnerHandler(Map<String, String> environment) {
        Settings settings = new Settings(environment);
        Aws aws = new Aws(environment);
        Replays replays = aws.replays();
        MatchQueue queue = aws.matchQueue();
        priming = List.of(aws.matches(Clock.systemUTC())::prime, replays::prime, queue::prime);
        metrics = RunnerMetrics.of(environment);
        BotClient client = new BotClient(
                AddressPolicy.of(settings.choice(
                        "BOUT_BOT_ADDRESSES", AddressPolicy.PUBLIC.code(), AddressPolicy.LOOPBACK.code())),
                settings.wholeNumber("BOUT_CALLS_PER_HOST", 1, 1_000_000, BotClient.DEFAULT_CALLS_PER_HOST));
        Duration lease = settings.seconds("BOUT_LEASE_SECONDS", 1, 3600, MatchRunner.LeaseTimes.DEFAULT.last());
        runner = new MatchRunner(
                aws.leases(Clock.systemUTC()),
                replays,
                aws.checkpoints(),
                aws.liveReplays(),
                queue,
                aws.deadLetters(),
                aws.bots(Clock.systemUTC()),
                EndMessages.of(aws, Clock.systemUTC()),
                client,
                metrics,
                MatchRunner.LeaseTimes.lasting(lease));
        Core.getGlobalContext().register(this);
    }

    @Override
    public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
        long until =
                System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(context.getRemainingTimeInMillis()) - LAST_SECONDS;
        try {
            return Batch.work(
                    event,
                    message -> runner.run(message.getBody(), until) == MatchRunner.Outcome.DONE,
                    // No lease, or none that could be given back: the table could not be reached, most likely.
                    (message, fault) -> LOG.atError()
                            .addKeyValue("match", message.getBody())
                            .setCause(fault)
                            .log("The message could not be worked on"));
        } finally {
            metrics.flush();
        }
    }

    /**
     * Before Lambda takes the snapshot that every instance starts from (SnapStart). What is loaded and compiled by then
     * does not count against the first bots' time.
     */
    @Override
    public void beforeCheckpoint(org.crac.Context<? extends Resource> context) {
        Priming.playOnLoopback();
        Aws.prime(priming);
    }

    @Override
    public void afterRestore(org.crac.Context<? extends Resource> context) {
        // The clients connect anew by themselves.
    }

    /**
     * Ends the matches under way early: each is left to another runner after the turn that is being played, by way of the
     * queue. Invocations return then.
     */
    @Override
    public void close() {
        runner.stop();
    }
}
