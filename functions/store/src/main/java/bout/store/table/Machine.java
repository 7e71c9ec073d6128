package bout.store.table;

import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * What the store takes from the machine it runs on, besides its clock: pauses, threads, random numbers and a log.
 * Nothing that is random here decides what is written; it only keeps callers out of each other's way. The simulation
 * binds its own machine, so that a seed decides everything.
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

    /**
     * Logs what went wrong without consequences for the caller.
     *
     * @param about what it is about, such as the id of a match
     */
    void warn(String text, Map<String, String> about, Exception cause);

    /** The machine that the process runs on. */
    final class Real implements Machine {

        private static final Logger LOG = LoggerFactory.getLogger(Machine.class);

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

        @Override
        public void warn(String text, Map<String, String> about, Exception cause) {
            LoggingEventBuilder event = LOG.atWarn().setCause(cause);
            about.forEach(event::addKeyValue);
            event.log(text);
        }
    }
}
