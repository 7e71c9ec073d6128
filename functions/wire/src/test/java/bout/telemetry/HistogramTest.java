package bout.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class HistogramTest {

    private final Histogram histogram = new Histogram();

    @Test
    void durations_below_64_microseconds_are_exact() {
        for (long micros = 63; micros >= 0; micros--) {
            histogram.record(micros);
        }
        List<Double> all = histogram.drain(100);
        for (int micros = 0; micros < 64; micros++) {
            assertEquals(micros / 1000.0, all.get(micros));
        }
    }

    @Test
    void longer_durations_are_within_a_thirty_second_part() {
        for (long micros = 64; micros < 1L << 40; micros = micros * 17 / 16 + 1) {
            histogram.record(micros);
            assertEquals(micros / 1000.0, histogram.drain(1).getFirst(), micros / 1000.0 / 32);
        }
    }

    @Test
    void a_duration_out_of_range_counts_as_the_maximum_or_as_zero() {
        histogram.record(Long.MAX_VALUE);
        histogram.record(-1);
        List<Double> both = histogram.drain(2);
        assertEquals(0, both.get(0));
        assertEquals((1L << 40) / 1000.0, both.get(1), (1L << 40) / 1000.0 / 32);
    }

    @Test
    void above_the_limit_evenly_spaced_quantiles_remain() {
        for (int micros = 0; micros <= 60; micros++) {
            histogram.record(micros);
        }
        assertEquals(List.of(0.0, 0.015, 0.030, 0.045, 0.060), histogram.drain(5));
        assertEquals(List.of(), histogram.drain(5));
    }
}
