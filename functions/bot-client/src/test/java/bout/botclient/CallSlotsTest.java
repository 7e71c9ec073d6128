package bout.botclient;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.player.Reply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CallSlotsTest {

    private final CallSlots slots = new CallSlots(1);
    private final List<String> order = Collections.synchronizedList(new ArrayList<>());
    private final List<Thread> threads = new ArrayList<>();

    private static long aMinute() {
        return System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    }

    private void queue(String name, boolean rated) throws InterruptedException {
        int before = slots.waiting();
        threads.add(Thread.startVirtualThread(() -> {
            try {
                assertTrue(slots.take(rated, aMinute()));
                order.add(name);
                slots.giveBack();
            } catch (InterruptedException interrupted) {
                order.add(name + " interrupted");
            }
        }));
        while (slots.waiting() == before) {
            Thread.sleep(1);
        }
    }

    @Test
    void rated_calls_go_first_and_each_kind_in_its_order() throws Exception {
        assertTrue(slots.take(false, aMinute()));
        queue("unrated 1", false);
        queue("unrated 2", false);
        queue("rated 1", true);
        queue("rated 2", true);
        assertEquals(4, slots.waiting());
        slots.giveBack();
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of("rated 1", "rated 2", "unrated 1", "unrated 2"), order);
    }

    @Test
    void a_wait_that_ends_without_a_slot_leaves_no_trace() throws Exception {
        assertTrue(slots.take(false, aMinute()));
        assertFalse(slots.take(true, System.nanoTime()));
        queue("interrupted", true);
        threads.getFirst().interrupt();
        threads.getFirst().join();
        assertEquals(List.of("interrupted interrupted"), order);
        assertEquals(0, slots.waiting());
        slots.giveBack();
        assertTrue(slots.take(false, System.nanoTime()), "a free slot is given even without time to wait");
        assertFalse(slots.take(false, System.nanoTime()), "there was one slot only");
    }

    @Test
    void an_interrupted_thread_gets_no_slot_and_loses_none() throws Exception {
        assertTrue(slots.take(false, aMinute()));
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> slots.take(false, aMinute()));
        slots.giveBack();
        assertTrue(slots.take(false, System.nanoTime()));
    }

    @Test
    void a_call_has_its_slot_until_it_ends() throws Exception {
        Reply made = new Reply.Answered("move", 1);
        assertSame(made, slots.make(false, aMinute(), () -> {
            assertFalse(slots.take(false, System.nanoTime()), "the slot is in use");
            return made;
        }));
        assertThrows(
                IllegalStateException.class,
                () -> slots.make(false, aMinute(), () -> {
                    throw new IllegalStateException("a bug");
                }));
        assertTrue(slots.take(false, System.nanoTime()), "the slot was given back");
        assertInstanceOf(Reply.BrokenOff.class, slots.make(true, System.nanoTime(), () -> made));
    }

    @Test
    void an_interrupted_call_is_broken_off() throws Exception {
        assertInstanceOf(Reply.BrokenOff.class, slots.make(false, aMinute(), () -> {
            throw new InterruptedException();
        }));
        assertTrue(Thread.interrupted(), "the thread stays interrupted");
        assertTrue(slots.take(false, System.nanoTime()));
    }
}
