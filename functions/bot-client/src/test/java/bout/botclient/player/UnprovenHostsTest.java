package bout.botclient.player;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import bout.engine.Seat;
import bout.games.tokens.Tokens;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UnprovenHostsTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** Times may be negative, and overflow. */
    private static final long NOW = Long.MAX_VALUE - 5 * SECOND;

    private final UnprovenHosts hosts = new UnprovenHosts(5);

    private long start(String host, long now) {
        return hosts.reserve(host, now, now + 1000 * SECOND).orElseThrow() - now;
    }

    @Test
    void a_host_gets_twenty_calls_at_once_and_then_five_a_second() {
        for (int i = 0; i <= 20; i++) {
            assertEquals(0, start("a.example", NOW), "call " + i);
        }
        for (int i = 1; i <= 100; i++) {
            assertEquals(i * SECOND / 5, start("a.example", NOW), "call " + i);
        }
        assertEquals(0, start("b.example", NOW), "another host");
    }

    @Test
    void after_a_pause_calls_start_at_once_again() {
        for (int i = 0; i <= 20; i++) {
            start("a.example", NOW);
        }
        long later = NOW + 10 * SECOND;
        for (int i = 0; i <= 20; i++) {
            assertEquals(0, start("a.example", later), "call " + i);
        }
        assertEquals(SECOND / 5, start("a.example", later));
    }

    @Test
    void calls_that_gave_a_move_do_not_count() {
        for (int i = 0; i < 1000; i++) {
            assertEquals(0, start("a.example", NOW), "call " + i);
            hosts.giveBack("a.example");
        }
    }

    @Test
    void a_call_that_is_given_back_allows_one_more() {
        for (int i = 0; i <= 20; i++) {
            start("a.example", NOW);
        }
        hosts.giveBack("a.example");
        assertEquals(0, start("a.example", NOW));
        assertEquals(SECOND / 5, start("a.example", NOW));
    }

    @Test
    void a_call_that_would_start_too_late_does_not_count() {
        for (int i = 0; i <= 20; i++) {
            start("a.example", NOW);
        }
        for (int i = 0; i < 1000; i++) {
            assertEquals(OptionalLong.empty(), hosts.reserve("a.example", NOW, NOW + SECOND / 10));
        }
        assertEquals(SECOND / 5, start("a.example", NOW));
    }

    @Test
    void without_a_limit_every_call_starts_at_once() {
        UnprovenHosts any = new UnprovenHosts(0);
        for (int i = 0; i < 1000; i++) {
            assertEquals(OptionalLong.of(NOW), any.reserve("a.example", NOW, NOW));
        }
    }

    private static MoveRequest within(long nanos) {
        return new MoveRequest(
                "seat_1", new Tokens().card(), Seat.FIRST, 0, Map.of(), 500, System.nanoTime() + nanos, "");
    }

    @Test
    void a_player_is_asked_as_soon_as_its_host_may_be_called() {
        Reply answer = new Reply.Answered("move", 1);
        UnprovenHosts often = new UnprovenHosts(100);
        Player limited = often.limited(request -> answer, "a.example");
        long began = System.nanoTime();
        // As many as may come at once, and ten.
        for (int i = 0; i <= 410; i++) {
            assertSame(answer, limited.ask(within(1000 * SECOND)));
        }
        assertTrue(System.nanoTime() - began >= SECOND / 10);
    }

    @Test
    void a_call_that_would_start_too_late_is_broken_off_when_its_time_is_over() {
        Player limited = hosts.limited(request -> fail("it was asked"), "a.example");
        long began = System.nanoTime();
        for (int i = 0; i <= 50; i++) {
            hosts.reserve("a.example", began, began + 1000 * SECOND);
        }
        assertInstanceOf(Reply.BrokenOff.class, limited.ask(within(SECOND / 20)));
        assertTrue(System.nanoTime() - began >= SECOND / 20);
        Thread.currentThread().interrupt();
        assertInstanceOf(Reply.BrokenOff.class, limited.ask(within(1000 * SECOND)));
        assertTrue(Thread.interrupted(), "the thread stays interrupted");
    }
}
