package bout.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How often which duration came, in microseconds, exact below 64 and within 1/32 above. Recording is one atomic addition,
 * so that a call to a bot may do it.
 */
final class Histogram {

    private static final Steps STEPS = new Steps(5);

    /** 2^40 microseconds are 12 days; what took longer counts as that. */
    private static final long MOST = (1L << 40) - 1;

    private final AtomicLongArray counts = new AtomicLongArray(STEPS.of(MOST) + 1);

    void record(long micros) {
        counts.incrementAndGet(STEPS.of(Math.clamp(micros, 0, MOST)));
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
            values.add(STEPS.middle(step) / 1000);
        }
        return values;
    }
}
