package bout.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts durations in microseconds: exact below 64, within 1/32 above. Recording is one atomic addition, cheap enough
 * for every call to a bot.
 */
final class Histogram {

    private static final Steps STEPS = new Steps(5);

    /** 2^40 microseconds are 12 days. Longer durations count as this maximum. */
    private static final long MAX_MICROSECONDS = (1L << 40) - 1;

    private final AtomicLongArray counts = new AtomicLongArray(STEPS.of(MAX_MICROSECONDS) + 1);

    void record(long micros) {
        counts.incrementAndGet(STEPS.of(Math.clamp(micros, 0, MAX_MICROSECONDS)));
    }

    /**
     * Removes the recorded durations and returns at most {@code limit} of them, in milliseconds, ascending. If more
     * were recorded, returns evenly spaced quantiles that include the minimum and the maximum.
     */
    List<Double> drain(int limit) {
        long[] taken = new long[counts.length()];
        long total = 0;
        for (int step = 0; step < taken.length; step++) {
            taken[step] = counts.getAndSet(step, 0);
            total += taken[step];
        }
        int size = (int) Math.min(total, limit);
        List<Double> values = new ArrayList<>(size);
        int step = 0;
        long upTo = taken[0];
        for (int i = 0; i < size; i++) {
            long rank = size == 1 ? 0 : i * (total - 1) / (size - 1);
            while (upTo <= rank) {
                step++;
                upTo += taken[step];
            }
            values.add(STEPS.middle(step) / 1000);
        }
        return values;
    }
}
