package bout.botclient.player;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CallRateTest {

    private final CallRate rate = new CallRate(10, 0);

    @Test
    void a_call_that_cannot_wait_lets_later_ones_wait_longer() {
        rate.spend(100);
        rate.spend(100);
        assertEquals(OptionalLong.of(120), rate.reserve(100, 200));
        assertEquals(OptionalLong.of(130), rate.reserve(100, 200));
    }

    @Test
    void a_call_may_start_at_the_last_moment() {
        rate.spend(100);
        assertEquals(OptionalLong.empty(), rate.reserve(100, 109));
        assertEquals(OptionalLong.of(110), rate.reserve(100, 110));
    }
}
