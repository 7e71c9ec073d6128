package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.runner.Lag.Mark;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LagTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int ALL = Integer.MAX_VALUE;

    private final Lag lag = new Lag(Duration.ofSeconds(15));

    /** In the middle of the clock's range, where it may be negative. */
    private long now = -7 * SECOND;

    private void after(long seconds) {
        now += seconds * SECOND;
    }

    private Optional<Integer> shown() {
        return lag.shown(now, ALL).map(Mark::turn);
    }

    @Test
    void nothing_is_shown_before_the_delay_is_over() {
        lag.note(0, 0, now);
        assertEquals(Optional.empty(), shown());
        now += 15 * SECOND - 1;
        assertEquals(Optional.empty(), shown());
        now += 1;
        assertEquals(Optional.of(0), shown());
    }

    @Test
    void what_is_shown_is_as_old_as_the_delay() {
        for (int turn = 0; turn <= 60; turn++) {
            lag.note(turn, 2 * turn, now);
            assertEquals(turn < 15 ? Optional.empty() : Optional.of(turn - 15), shown(), "turn " + turn);
            after(1);
        }
        // No further turn for a while: the rest is shown when its time has come.
        after(13);
        assertEquals(Optional.of(59), shown());
        after(1);
        assertEquals(Optional.of(60), shown());
        assertEquals(Optional.of(new Mark(60, 120, now - 15 * SECOND)), lag.shown(now, ALL));
    }

    @Test
    void without_a_delay_everything_is_shown_at_once() {
        assertFalse(lag.none());
        Lag none = new Lag(Duration.ZERO);
        assertTrue(none.none());
        none.note(3, 6, now);
        assertEquals(Optional.of(3), none.shown(now, ALL).map(Mark::turn));
    }

    @Test
    void it_says_when_there_is_more_to_show() {
        assertEquals(Long.MAX_VALUE, lag.untilNext(now));
        lag.note(0, 0, now);
        after(5);
        lag.note(1, 1, now);
        assertEquals(10 * SECOND, lag.untilNext(now));
        after(10);
        assertEquals(5 * SECOND, lag.untilNext(now));
        after(5);
        assertEquals(Long.MAX_VALUE, lag.untilNext(now));
    }

    @Test
    void only_calls_that_are_known_are_shown() {
        lag.note(3, 6, now);
        after(1);
        lag.note(4, 8, now);
        after(20);
        assertEquals(Optional.of(4), lag.shown(now, 8).map(Mark::turn));
        assertEquals(Optional.of(3), lag.shown(now, 7).map(Mark::turn));
        assertEquals(Optional.empty(), lag.shown(now, 5));
    }

    @Test
    void fast_turns_are_never_early_and_hardly_late_and_the_last_is_not_lost() {
        long perTurn = SECOND / 2000;
        int turns = 100_000;
        for (int turn = 0; turn < turns; turn++) {
            lag.note(turn, turn, now);
            int age15 = turn - (int) (15 * SECOND / perTurn);
            int shown = shown().orElse(-1);
            assertTrue(shown <= Math.max(age15, -1), shown + " at " + turn);
            assertTrue(shown >= age15 - 2 * (int) (SECOND / 10 / perTurn), shown + " at " + turn);
            now += perTurn;
        }
        after(15);
        assertEquals(Optional.of(turns - 1), shown());
    }
}
