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
 * The function that plays matches: plays a batch of messages, each with the id of a match, in parallel, one virtual
 * thread per match. Messages whose match could not be leased, or not released after a server error, are returned as
 * failed, so SQS delivers them again.
 */
public final class RunnerHandler implements RequestHandler<SQSEvent, SQSBatchResponse>, Resource, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RunnerHandler.class);

    /** Time to store a replay and commit a result before the invocation ends. */
    private static final long LAST_SECONDS = TimeUnit.SECONDS.toNanos(15);

    private final List<Runnable> priming;
    private final MatchRunner runner;
    private final RunnerMetrics metrics;

    /** Called by Lambda. */
    public RunnerHandler() {
        this(System.getenv());
    }

    /**
     * @param environment {@code BOUT_BOT_ADDRESSES}, {@code BOUT_CALLS_PER_HOST}, {@code BOUT_LEASE_SECONDS} (whole
     *     seconds), and what {@link Aws} reads for the table, the bucket and the queues
     * @throws IllegalArgumentException for a variable that is missing or has an invalid value
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
                    // Could not get or release the lease, most likely because the table was unreachable.
                    (message, fault) -> LOG.atError()
                            .addKeyValue("match", message.getBody())
                            .setCause(fault)
                            .log("Could not handle the message"));
        } finally {
            metrics.flush();
        }
    }

    /**
     * Called before Lambda takes the snapshot from which every instance starts (SnapStart). Code that is loaded and
     * compiled by then does not slow down the first calls.
     */
    @Override
    public void beforeCheckpoint(org.crac.Context<? extends Resource> context) {
        Priming.playOnLoopback();
        Aws.prime(priming);
    }

    @Override
    public void afterRestore(org.crac.Context<? extends Resource> context) {
        // The clients reconnect by themselves.
    }

    /**
     * Stops the running matches early: each is saved after its current turn and queued for another runner. Then the
     * running invocations return.
     */
    @Override
    public void close() {
        runner.stop();
    }
}
