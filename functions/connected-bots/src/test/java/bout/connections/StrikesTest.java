package bout.connections;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class StrikesTest {

    private Instant now = Instant.parse("2026-11-22T12:00:00Z");
    private final InstantSource watch = () -> now;
    private final Strikes strikes = new Strikes(watch.withZone(ZoneOffset.UTC));

    @Test
    void a_burst_is_too_much_and_only_for_its_own_connection() {
        for (int strike = 0; strike < Strikes.BURST; strike++) {
            assertFalse(strikes.tooMany("a"));
        }
        assertTrue(strikes.tooMany("a"));
        assertFalse(strikes.tooMany("b"));
        strikes.forget("a");
        assertFalse(strikes.tooMany("a"));
    }

    @Test
    void a_ping_every_ten_seconds_is_never_too_much() {
        for (int ping = 0; ping < 1000; ping++) {
            assertFalse(strikes.tooMany("a"));
            now = now.plus(Strikes.FORGIVEN);
        }
    }

    @Test
    void one_every_five_seconds_is_too_much_in_the_end() {
        boolean closed = false;
        for (int message = 0; message < 100 && !closed; message++) {
            closed = strikes.tooMany("a");
            now = now.plus(Duration.ofSeconds(5));
        }
        assertTrue(closed);
    }
}
