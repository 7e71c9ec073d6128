package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequeueBackoffTest {

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 4", "2, 16", "3, 60", "4, 60", "1000000, 60"})
    void the_waits_grow_fourfold_from_a_minute_to_an_hour(int requeues, int minutes) {
        assertEquals(Duration.ofMinutes(minutes), StoredMatch.requeuedAfter(requeues));
    }

    @Test
    void a_match_that_waits_for_six_hours_is_sent_again_eight_times() {
        Duration waited = Duration.ZERO;
        int requeues = 0;
        while (waited.plus(StoredMatch.requeuedAfter(requeues)).compareTo(Duration.ofHours(6)) <= 0) {
            waited = waited.plus(StoredMatch.requeuedAfter(requeues));
            requeues++;
        }
        assertEquals(8, requeues);
    }
}
