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
 * Counts what a runner does, and writes one line per game, plus one per kind of failure, when the invocation ends.
 * Thread-safe; {@link #call} takes some tens of nanoseconds.
 *
 * <p>Namespace {@code Bout}. By {@code Game}: {@code MatchesFinished}, {@code MatchesFailed}, {@code BotCalls},
 * {@code BotCallsFailed}, {@code QueueTime} and {@code CallTime}. By {@code Game} and {@code Failure} (a code of
 * {@link Failure.Kind}): {@code BotCallsFailed}.
 *
 * <p>The times are in milliseconds. An invocation writes at most 100 values of each, as evenly spaced quantiles. So
 * percentiles are right, but sums and sample counts are not.
 */
public final class RunnerMetrics {

    private final Map<String, Counts> byGame = new ConcurrentHashMap<>();
    private final Consumer<String> lines;
    private final Clock clock;

    public RunnerMetrics(Consumer<String> lines, Clock clock) {
        this.lines = lines;
        this.clock = clock;
    }

    /** Writes to standard output in Lambda; discards metrics elsewhere. */
    public static RunnerMetrics of(Map<String, String> environment) {
        return new RunnerMetrics(EmbeddedMetrics.output(environment), Clock.systemUTC());
    }

    /** Counts a match that was taken from the queue for the first time. */
    public void matchStarted(String game, Duration queued) {
        counts(game).queueTime.record(queued.toNanos() / 1000);
    }

    public void matchFinished(String game) {
        counts(game).finished.increment();
    }

    public void matchFailed(String game) {
        counts(game).failed.increment();
    }

    /** Counts a call to a bot with a URL; {@code failure} is {@code null} if it succeeded. */
    public void call(String game, long nanos, Failure.Kind failure) {
        Counts counts = counts(game);
        counts.callTime.record(nanos / 1000);
        counts.calls.increment();
        if (failure != null) {
            counts.failures[failure.ordinal()].increment();
        }
    }

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
