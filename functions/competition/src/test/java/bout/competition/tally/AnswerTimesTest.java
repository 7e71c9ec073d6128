package bout.competition.tally;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class AnswerTimesTest {

    @Test
    void without_calls_there_is_no_percentile() {
        assertEquals(OptionalInt.empty(), AnswerTimes.NONE.percentile(50));
        assertEquals(0, AnswerTimes.NONE.count());
    }

    @Test
    void times_below_16_ms_are_exact() {
        for (int time = 0; time < 16; time++) {
            assertEquals(OptionalInt.of(time), AnswerTimes.of(List.of(time)).percentile(50));
        }
    }

    @Property(tries = 500)
    void a_time_is_kept_within_a_16th(@ForAll @IntRange(min = 1) int time) {
        int kept = AnswerTimes.of(List.of(time)).percentile(100).orElseThrow();
        assertTrue(Math.abs((long) kept - time) <= time / 16.0, time + " became " + kept);
    }

    @Test
    void percentiles_are_those_of_the_times_themselves() {
        List<Integer> times = new ArrayList<>();
        Random random = new Random(7);
        for (int i = 0; i < 1000; i++) {
            times.add(20 + random.nextInt(400));
        }
        AnswerTimes counted = AnswerTimes.of(times);
        times.sort(null);
        for (int percent : new int[] {1, 50, 95, 100}) {
            int exact = times.get(percent * 10 - 1);
            assertEquals(exact, counted.percentile(percent).orElseThrow(), exact / 8.0, percent + " %");
        }
        assertEquals(1000, counted.count());
    }

    @Property(tries = 100)
    void the_sum_of_two_is_that_of_all_their_times(
            @ForAll @Size(max = 30) List<@IntRange(max = 60_000) Integer> some,
            @ForAll @Size(max = 30) List<@IntRange(max = 60_000) Integer> others)
            throws Exception {
        List<Integer> all = new ArrayList<>(some);
        all.addAll(others);
        assertEquals(AnswerTimes.of(all), AnswerTimes.of(some).plus(AnswerTimes.of(others)));
        assertEquals(AnswerTimes.of(all), Json.read(Json.text(AnswerTimes.of(all)), AnswerTimes.class));
    }

    @Test
    void what_is_no_time_and_no_percentile_is_refused() {
        assertThrows(IllegalArgumentException.class, () -> AnswerTimes.of(List.of(-1)));
        assertThrows(IllegalArgumentException.class, () -> AnswerTimes.NONE.percentile(0));
        assertThrows(IllegalArgumentException.class, () -> AnswerTimes.NONE.percentile(101));
        assertThrows(IllegalArgumentException.class, () -> new AnswerTimes(new TreeMap<>(java.util.Map.of(3, 0))));
    }
}
