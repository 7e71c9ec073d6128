package bout.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Makes bot calls repeatedly on several virtual threads, and measures them after a warm-up.
 *
 * @param calls counts every completed call
 */
record Load(LongAdder calls, Supplier<Unit> units) {

    /** The repeated work of one thread: a call or a match. Each thread has its own instance. */
    interface Unit extends AutoCloseable {
        void run() throws Exception;

        @Override
        default void close() throws Exception {}
    }

    /**
     * The result of a measurement.
     *
     * @param callsPerSecond completed calls per second
     * @param cpuMicroseconds CPU time of this process per call, including compiler and garbage collector
     */
    record Measured(double callsPerSecond, double cpuMicroseconds) {}

    /**
     * Runs the load on this many threads.
     *
     * @throws IllegalStateException if a unit failed
     */
    Measured measure(int threads, double warmUpSeconds, double seconds) throws InterruptedException {
        Stop stop = new Stop();
        List<Thread> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            running.add(Thread.startVirtualThread(() -> stop.loop(units)));
        }
        stop.await(warmUpSeconds);
        Reading before = Reading.of(calls);
        stop.await(seconds);
        Reading after = Reading.of(calls);
        stop.now();
        for (Thread thread : running) {
            thread.join();
        }
        Throwable failure = stop.failure.get();
        if (failure != null) {
            throw new IllegalStateException("a unit of the load failed", failure);
        }
        double made = after.calls - before.calls;
        return new Measured(
                made * 1e9 / (after.nanoseconds - before.nanoseconds),
                (after.cpuNanoseconds - before.cpuNanoseconds) / 1e3 / made);
    }

    private record Reading(long calls, long nanoseconds, long cpuNanoseconds) {
        static Reading of(LongAdder calls) {
            OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            return new Reading(calls.sum(), System.nanoTime(), system.getProcessCpuTime());
        }
    }

    /** Ends the threads when the time is up, or when one of them fails. */
    private static final class Stop {
        private final CountDownLatch stopped = new CountDownLatch(1);
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private volatile boolean stop;

        void loop(Supplier<Unit> units) {
            try (Unit unit = units.get()) {
                while (!stop) {
                    unit.run();
                }
            } catch (Throwable thrown) {
                failure.compareAndSet(null, thrown);
                now();
            }
        }

        void now() {
            stop = true;
            stopped.countDown();
        }

        void await(double seconds) throws InterruptedException {
            stopped.await((long) (seconds * 1e9), TimeUnit.NANOSECONDS);
        }
    }
}
