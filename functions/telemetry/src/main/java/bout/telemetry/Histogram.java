package bout.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How often which duration came, in microseconds, exact below 64 and within 1/32 above. Recording is one atomic addition,
 * so that a call to a bot may do it.
 */
final class Histogram {

    private static final int BITS = 5;
    private static final int STEPS = 1 << BITS;
    /** 2^40 microseconds are 12 days; what took longer counts as that. */
    private static final int MAX_EXPONENT = 40;

    private final AtomicLongArray counts = new AtomicLongArray((MAX_EXPONENT - BITS + 1) * STEPS);

    void record(long micros) {
        counts.incrementAndGet(step(Math.clamp(micros, 0, (1L << MAX_EXPONENT) - 1)));
    }

    /**
     * Takes out what was recorded, as at most {@code limit} durations in milliseconds, ascending: all of them, or, where
     * there are more, as many that divide them into equal parts, the least and the greatest included.
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
            values.add(middle(step) / 1000);
        }
        return values;
    }

    // The leading bit says the row of STEPS, the BITS bits after it the place in the row. The first two rows are exact.
    private static int step(long micros) {
        if (micros < STEPS) {
            return (int) micros;
        }
        int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(micros);
        int row = exponent - BITS;
        return row * STEPS + (int) (micros >>> row);
    }

    private static double middle(int step) {
        if (step < 2 * STEPS) {
            return step;
        }
        int row = step / STEPS - 1;
        long least = (long) (step - row * STEPS) << row;
        return least + ((1L << row) - 1) / 2.0;
    }
}
