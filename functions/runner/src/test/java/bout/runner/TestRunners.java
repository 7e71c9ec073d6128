package bout.runner;

import bout.botclient.BotClient;
import bout.runner.MatchRunner.LeaseTimes;
import bout.runner.MatchRunner.Outcome;
import bout.sandbox.Sandbox;
import bout.store.Aws;
import bout.telemetry.RunnerMetrics;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;

/**
 * Runs matches as invocations of the runner function do.
 *
 * @param stores with them a test can make a runner see something else
 */
record TestRunners(
        Aws aws,
        MatchStores stores,
        MatchMessages messages,
        BotClient client,
        RunnerMetrics metrics,
        LeaseTimes times) {

    private static final Sandbox SANDBOX = new Sandbox();

    /** Longer than any lease. */
    private static final Duration LATER = Duration.ofMinutes(2);

    TestRunners(Aws aws, BotClient client, LeaseTimes times) {
        this(
                aws,
                MatchStores.of(aws, Clock.systemUTC()),
                MatchMessages.of(aws, Clock.systemUTC()),
                client,
                new RunnerMetrics(line -> {}, Clock.systemUTC()),
                times);
    }

    TestRunners with(LeaseTimes others) {
        return new TestRunners(aws, stores, messages, client, metrics, others);
    }

    TestRunners with(MatchMessages others) {
        return new TestRunners(aws, stores, others, client, metrics, times);
    }

    /** A runner that lives for an hour. */
    RunnerLease start() {
        return start(Duration.ofHours(1));
    }

    RunnerLease start(Duration lives) {
        return new RunnerLease(aws.runners(Clock.systemUTC()), times, System.nanoTime() + lives.toNanos());
    }

    /** Plays a match on a runner of its own. */
    Outcome run(String id) throws InterruptedException {
        return run(id, Duration.ofHours(1));
    }

    Outcome run(String id, Duration lives) throws InterruptedException {
        try (RunnerLease runner = start(lives)) {
            return run(id, runner);
        }
    }

    Outcome run(String id, RunnerLease runner) throws InterruptedException {
        return new MatchRunner(
                        stores,
                        messages,
                        new RegisteredBots(
                                aws.bots(Clock.systemUTC()), client, new PublishedBots(aws.publishedCode(), SANDBOX)),
                        aws.tokens(Clock.systemUTC()),
                        metrics,
                        times)
                .run(id, runner, () -> {});
    }

    /** A runner takes the match and dies at once. */
    void die(String id) {
        String runner = "dead-" + UUID.randomUUID();
        aws.runners(Clock.systemUTC()).start(runner, times.last());
        stores.leases().takeLease(id, runner);
    }

    /** The sweeper, at a time when the leases of all runners have expired. */
    void sweepLater() {
        aws.abandonedMatches(Clock.offset(Clock.systemUTC(), LATER)).requeue(1000);
    }

    /** Plays a match whose runner counts as dead by now. */
    Outcome runLater(String id) throws InterruptedException {
        sweepLater();
        return run(id);
    }
}
