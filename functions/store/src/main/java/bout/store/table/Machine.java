package bout.store.table;

import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * What the functions take from the machine they run on: time, threads and random choices. The simulation binds its own
 * machine, so that a seed decides everything. Secrets are not drawn here.
 */
public interface Machine {

    /** The machine of a simulated caller. */
    ScopedValue<Machine> SIMULATED = ScopedValue.newInstance();

    static Machine current() {
        return SIMULATED.orElse(Real.MACHINE);
    }

    /** The clock of the calling thread's machine, for as long as the process runs. */
    static Clock systemClock() {
        return current().clock();
    }

    Clock clock();

    /** Like {@link System#nanoTime}. */
    long nanoTime();

    void pause(long milliseconds) throws InterruptedException;

    /**
     * Waits like {@link Object#wait(long)}, perhaps shorter.
     *
     * @param lock the caller holds it
     */
    void await(Object lock, long nanoseconds) throws InterruptedException;

    /** Starts a thread of the caller's process. */
    void start(Runnable work);

    int random(int bound);

    /** A random id, which nobody needs to be unable to guess. */
    UUID randomId();

    /** Whether calls may be made in parallel, on other threads. */
    boolean parallel();

    /** The machine that the process runs on. */
    final class Real implements Machine {

        private static final Real MACHINE = new Real();

        private Real() {}

        @Override
        public Clock clock() {
            return Clock.systemUTC();
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void pause(long milliseconds) throws InterruptedException {
            Thread.sleep(milliseconds);
        }

        @Override
        public void await(Object lock, long nanoseconds) throws InterruptedException {
            TimeUnit.NANOSECONDS.timedWait(lock, nanoseconds);
        }

        @Override
        public void start(Runnable work) {
            Thread.startVirtualThread(work);
        }

        @Override
        public int random(int bound) {
            return ThreadLocalRandom.current().nextInt(bound);
        }

        @Override
        public UUID randomId() {
            return UUID.randomUUID();
        }

        @Override
        public boolean parallel() {
            return true;
        }
    }
}
