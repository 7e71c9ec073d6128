package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResendingTest {

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 4", "2, 16", "3, 60", "4, 60", "1000000, 60"})
    void the_waits_grow_fourfold_from_a_minute_to_an_hour(int resends, int minutes) {
        assertEquals(Duration.ofMinutes(minutes), Resending.after(resends));
    }

    @Test
    void a_match_that_waits_for_six_hours_is_sent_again_eight_times() {
        Duration waited = Duration.ZERO;
        int resends = 0;
        while (waited.plus(Resending.after(resends)).compareTo(Duration.ofHours(6)) <= 0) {
            waited = waited.plus(Resending.after(resends));
            resends++;
        }
        assertEquals(8, resends);
    }
}
