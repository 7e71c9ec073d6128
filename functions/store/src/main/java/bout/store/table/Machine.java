package bout.store.table;

import java.util.concurrent.ThreadLocalRandom;

/**
 * What the store takes from the machine it runs on, besides its clock: pauses, threads and random numbers. Nothing that
 * is random here decides what is written; it only keeps callers out of each other's way. The simulation binds its own
 * machine, so that a seed decides everything.
 */
public interface Machine {

    /** The machine of a simulated caller. */
    ScopedValue<Machine> SIMULATED = ScopedValue.newInstance();

    /** The machine of the calling thread. */
    static Machine current() {
        return SIMULATED.orElse(Real.MACHINE);
    }

    void pause(long milliseconds) throws InterruptedException;

    /** A random number from 0 to below the bound. */
    int random(int bound);

    /** Whether calls may be made in parallel, on other threads. */
    boolean parallel();

    /** The machine that the process runs on. */
    final class Real implements Machine {

        private static final Real MACHINE = new Real();

        private Real() {}

        @Override
        public void pause(long milliseconds) throws InterruptedException {
            Thread.sleep(milliseconds);
        }

        @Override
        public int random(int bound) {
            return ThreadLocalRandom.current().nextInt(bound);
        }

        @Override
        public boolean parallel() {
            return true;
        }
    }
}
