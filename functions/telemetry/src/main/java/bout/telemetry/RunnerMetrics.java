package bout.telemetry;

import bout.engine.Failure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * What a runner did, counted as it goes and written as one line a game (and one for each kind of failure that came) when
 * the invocation ends. Safe for any number of threads; {@link #call} costs some tens of nanoseconds.
 *
 * <p>In the namespace {@code Bout}, by {@code Game}: {@code MatchesFinished}, {@code MatchesFailed}, {@code BotCalls},
 * {@code BotCallsFailed}, {@code QueueTime} and {@code CallTime} (both in ms; 100 values at most an invocation, which
 * divide all that there were into equal parts, so that percentiles hold while sums and sample counts do not); by
 * {@code Game} and {@code Failure} (a code of {@link Failure.Kind}): {@code BotCallsFailed}.
 */
public final class RunnerMetrics {

    private final Map<String, Counts> byGame = new ConcurrentHashMap<>();
    private final Consumer<String> lines;
    private final Clock clock;

    /** @param lines where the lines go, without their ends */
    public RunnerMetrics(Consumer<String> lines, Clock clock) {
        this.lines = lines;
        this.clock = clock;
    }

    /** Metrics for the standard output in Lambda, and for nowhere elsewhere. */
    public static RunnerMetrics of(Map<String, String> environment) {
        return new RunnerMetrics(
                Lambda.runs(environment) ? line -> System.out.print(line + "\n") : line -> {}, Clock.systemUTC());
    }

    /** A match was taken from the queue for the first time. */
    public void matchStarted(String game, Duration queued) {
        counts(game).queueTime.record(queued.toNanos() / 1000);
    }

    /** A match has its result. */
    public void matchFinished(String game) {
        counts(game).finished.increment();
    }

    /** A match was given up without a result. */
    public void matchFailed(String game) {
        counts(game).failed.increment();
    }

    /**
     * A bot with a URL was called.
     *
     * @param nanos how long the answer or the failure took
     * @param failure what went wrong, or {@code null}
     */
    public void call(String game, long nanos, Failure.Kind failure) {
        Counts counts = counts(game);
        counts.callTime.record(nanos / 1000);
        counts.calls.increment();
        if (failure != null) {
            counts.failures[failure.ordinal()].increment();
        }
    }

    /** Writes what was counted since the last time. */
    public void flush() {
        Instant now = clock.instant();
        new TreeMap<>(byGame).forEach((game, counts) -> counts.write(game, now));
    }

    private Counts counts(String game) {
        Counts known = byGame.get(game);
        return known != null ? known : byGame.computeIfAbsent(game, ignored -> new Counts());
    }

    private final class Counts {
        private final LongAdder finished = new LongAdder();
        private final LongAdder failed = new LongAdder();
        private final LongAdder calls = new LongAdder();
        private final LongAdder[] failures = new LongAdder[Failure.Kind.values().length];
        private final Histogram queueTime = new Histogram();
        private final Histogram callTime = new Histogram();

        private Counts() {
            for (int kind = 0; kind < failures.length; kind++) {
                failures[kind] = new LongAdder();
            }
        }

        private void write(String game, Instant now) {
            Map<String, Long> failedCalls = new LinkedHashMap<>();
            for (Failure.Kind kind : Failure.Kind.values()) {
                long count = failures[kind.ordinal()].sumThenReset();
                if (count > 0) {
                    failedCalls.put(kind.code(), count);
                }
            }
            var all = new EmbeddedMetrics(Map.of("Game", game))
                    .count("MatchesFinished", finished.sumThenReset())
                    .count("MatchesFailed", failed.sumThenReset())
                    .count("BotCalls", calls.sumThenReset())
                    .count(
                            "BotCallsFailed",
                            failedCalls.values().stream()
                                    .mapToLong(Long::longValue)
                                    .sum())
                    .milliseconds("QueueTime", queueTime.drain(EmbeddedMetrics.MAX_VALUES))
                    .milliseconds("CallTime", callTime.drain(EmbeddedMetrics.MAX_VALUES));
            if (all.isEmpty()) {
                return;
            }
            lines.accept(all.line(now));
            failedCalls.forEach((kind, count) -> {
                Map<String, String> dimensions = new LinkedHashMap<>();
                dimensions.put("Game", game);
                dimensions.put("Failure", kind);
                lines.accept(new EmbeddedMetrics(dimensions)
                        .count("BotCallsFailed", count)
                        .line(now));
            });
        }
    }
}
