package bout.telemetry;

import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The parts of the machine that the functions use: time, threads and random choices. The simulation binds its own
 * machine, so that a seed decides everything. Secrets are not drawn here.
 */
public interface Machine {

    /** The machine of a simulated caller. */
    ScopedValue<Machine> SIMULATED = ScopedValue.newInstance();

    /** The machine that the process runs on. */
    Machine REAL = new Machine() {};

    static Machine current() {
        return SIMULATED.orElse(REAL);
    }

    /** The clock of the calling thread's machine, for as long as the process runs. */
    static Clock systemClock() {
        return current().clock();
    }

    /**
     * Pauses before a retry: for a random time, and longer each time.
     *
     * @param attempt how many attempts were made, from 1
     * @throws IllegalStateException when the thread is interrupted meanwhile
     */
    static void backOff(int attempt) {
        int longestMillis = Math.min(800, 25 << Math.min(attempt, 10));
        try {
            current().pause(1L + current().random(longestMillis));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before attempt " + (attempt + 1), interrupted);
        }
    }

    default Clock clock() {
        return Clock.systemUTC();
    }

    /** Like {@link System#nanoTime}. */
    default long nanoTime() {
        return System.nanoTime();
    }

    default void pause(long milliseconds) throws InterruptedException {
        Thread.sleep(milliseconds);
    }

    /**
     * Waits until something is so. It is asked with the lock, which the caller does not hold: at once, whenever the
     * lock's object is notified, and at least once a second.
     *
     * @return whether it was so before the time was over
     */
    default boolean await(Object lock, BooleanSupplier condition, long nanoseconds) throws InterruptedException {
        long start = nanoTime();
        synchronized (lock) {
            while (!condition.getAsBoolean()) {
                long left = nanoseconds - (nanoTime() - start);
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(lock, Math.min(left, TimeUnit.SECONDS.toNanos(1)));
            }
            return true;
        }
    }

    /** Starts a thread of the caller's process. */
    default void start(Runnable work) {
        Thread.startVirtualThread(work);
    }

    default int random(int bound) {
        return ThreadLocalRandom.current().nextInt(bound);
    }

    /** A random id, which need not be hard to guess. */
    default UUID randomId() {
        return UUID.randomUUID();
    }

    /** Whether calls may be made in parallel, on other threads. */
    default boolean parallel() {
        return true;
    }
}
