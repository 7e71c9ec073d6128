package bout.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts durations in microseconds: exact below 64, within 1/32 above. Recording is one atomic addition, cheap enough
 * for every call to a bot.
 */
final class Histogram {

    /** There are 2^5 buckets per doubling; numbers below 2^6 have a bucket each. */
    private static final int BITS = 5;

    /** 2^40 microseconds are 12 days. Longer durations count as this maximum. */
    private static final long MAX_MICROSECONDS = (1L << 40) - 1;

    private final AtomicLongArray counts = new AtomicLongArray(bucket(MAX_MICROSECONDS) + 1);

    void record(long micros) {
        counts.incrementAndGet(bucket(Math.clamp(micros, 0, MAX_MICROSECONDS)));
    }

    /**
     * Removes the recorded durations and returns at most {@code limit} of them, in milliseconds, ascending. If more
     * were recorded, returns evenly spaced quantiles that include the minimum and the maximum.
     */
    List<Double> drain(int limit) {
        long[] taken = new long[counts.length()];
        long total = 0;
        for (int step = 0; step < taken.length; step++) {
            // Most are 0, and reading costs a fraction of an exchange.
            taken[step] = counts.get(step) == 0 ? 0 : counts.getAndSet(step, 0);
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
            values.add(middle(step) / 1000);
        }
        return values;
    }

    // The leading bit selects a row of 2^BITS buckets; the next bits select the bucket within the row.

    private static int bucket(long number) {
        int row = Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(number) - BITS);
        return (row << BITS) + (int) (number >>> row);
    }

    private static double middle(int bucket) {
        int row = Math.max(0, (bucket >> BITS) - 1);
        long least = (long) (bucket - (row << BITS)) << row;
        return least + ((1L << row) - 1) / 2.0;
    }
}
