package bout.telemetry;

import bout.engine.Failure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Counts what a runner does, and writes one line per game, plus one per kind of failure, each minute and when the
 * invocation ends. Thread-safe; {@link #call} takes some tens of nanoseconds.
 *
 * <p>Namespace {@code Bout}. By {@code Game}: {@code MatchesFinished}, {@code MatchesFailed}, {@code BotCalls},
 * {@code BotCallsFailed}, {@code QueueTime} and {@code CallTime}. By {@code Game} and {@code Failure} (a code of
 * {@link Failure.Kind}): {@code BotCallsFailed}. By {@code FunctionName}, and only if there are any, so that an alarm
 * can look at all games of one stack: {@code MatchesFailed}.
 *
 * <p>The times are in milliseconds. A line has at most 100 values of each, as evenly spaced quantiles. So percentiles
 * are right, but sums and sample counts are not.
 */
public final class RunnerMetrics {

    private static final String MATCHES_FAILED = "MatchesFailed";

    /** A line costs as much whatever it counts, and an alarm looks every five minutes. */
    private static final Duration EACH = Duration.ofMinutes(1);

    private final Map<String, Counts> byGame = new ConcurrentHashMap<>();
    private final Consumer<String> lines;
    private final String function;
    private final Clock clock;
    private final AtomicReference<Instant> flushedAt;

    /** @param function the name of the runner's function */
    public RunnerMetrics(Consumer<String> lines, String function, Clock clock) {
        this.lines = lines;
        this.function = function;
        this.clock = clock;
        this.flushedAt = new AtomicReference<>(clock.instant());
    }

    /** Writes to standard output in Lambda; discards metrics elsewhere. */
    public static RunnerMetrics of(Settings settings) {
        return new RunnerMetrics(
                EmbeddedMetrics.output(settings), settings.text("AWS_LAMBDA_FUNCTION_NAME", ""), Clock.systemUTC());
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

    /** Writes what was counted, if the last time is a minute ago. */
    public void flushEachMinute() {
        if (!clock.instant().isBefore(flushedAt.get().plus(EACH))) {
            flush();
        }
    }

    public void flush() {
        Instant now = clock.instant();
        flushedAt.set(now);
        long failed = new TreeMap<>(byGame)
                .entrySet().stream()
                        .mapToLong(game -> game.getValue().write(game.getKey(), now))
                        .sum();
        if (failed > 0) {
            lines.accept(new EmbeddedMetrics(Map.of("FunctionName", function))
                    .count(MATCHES_FAILED, failed)
                    .line(now));
        }
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

        /** Returns how many matches failed. */
        private long write(String game, Instant now) {
            long matchesFailed = failed.sumThenReset();
            Map<String, Long> failedCalls = new LinkedHashMap<>();
            for (Failure.Kind kind : Failure.Kind.values()) {
                long count = failures[kind.ordinal()].sumThenReset();
                if (count > 0) {
                    failedCalls.put(kind.code(), count);
                }
            }
            var all = new EmbeddedMetrics(Map.of("Game", game))
                    .count("MatchesFinished", finished.sumThenReset())
                    .count(MATCHES_FAILED, matchesFailed)
                    .count("BotCalls", calls.sumThenReset())
                    .count(
                            "BotCallsFailed",
                            failedCalls.values().stream()
                                    .mapToLong(Long::longValue)
                                    .sum())
                    .milliseconds("QueueTime", queueTime.drain(EmbeddedMetrics.MAX_VALUES))
                    .milliseconds("CallTime", callTime.drain(EmbeddedMetrics.MAX_VALUES));
            if (all.isEmpty()) {
                return 0;
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
            return matchesFailed;
        }
    }
}
