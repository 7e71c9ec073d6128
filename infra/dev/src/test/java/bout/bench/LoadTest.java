package bout.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class LoadTest {

    @Test
    void calls_of_all_threads_are_counted_and_every_unit_is_closed() throws InterruptedException {
        LongAdder calls = new LongAdder();
        AtomicInteger open = new AtomicInteger();
        Load load = new Load(calls, () -> {
            open.incrementAndGet();
            return new Load.Unit() {
                @Override
                public void run() {
                    LockSupport.parkNanos(1_000_000);
                    calls.increment();
                }

                @Override
                public void close() {
                    open.decrementAndGet();
                }
            };
        });

        Load.Measured measured = load.measure(4, 0.05, 0.3);

        assertTrue(measured.callsPerSecond() > 0, measured.toString());
        assertTrue(measured.cpuMicroseconds() >= 0, measured.toString());
        assertEquals(0, open.get());
    }

    @Test
    void a_unit_that_fails_ends_the_load_at_once() {
        Load load = new Load(new LongAdder(), () -> () -> {
            throw new IllegalArgumentException("broken");
        });

        IllegalStateException failure = assertThrows(IllegalStateException.class, () -> load.measure(2, 600, 600));

        assertEquals("broken", failure.getCause().getMessage());
    }
}
