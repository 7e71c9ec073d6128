package bout.stack;

import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * EventBridge's schedule for a function. The first run is immediate, so that after a restart the stack continues at
 * once what a crash left behind.
 */
final class ScheduledRuns {

    private static final Logger LOG = LoggerFactory.getLogger(ScheduledRuns.class);

    private final LocalFunction function;
    private final Duration every;
    private final BooleanSupplier pauses;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread runs;

    /** @param pauses whether a run that is due is left out */
    ScheduledRuns(LocalFunction function, Duration every, BooleanSupplier pauses) {
        this.function = function;
        this.every = every;
        this.pauses = pauses;
        this.runs = Thread.ofVirtual().name("schedule-" + function.name()).unstarted(this::run);
    }

    void start() {
        runs.start();
    }

    private void run() {
        try {
            do {
                try {
                    if (!pauses.getAsBoolean()) {
                        ScheduledEvent event = new ScheduledEvent();
                        event.setTime(DateTime.now(DateTimeZone.UTC));
                        function.invoke(event, Void.class);
                    }
                } catch (RuntimeException fault) {
                    if (stopped.getCount() == 0) {
                        LOG.warn("{} was aborted by the stop: {}", function.name(), fault.getMessage());
                    } else {
                        LOG.error("{} failed; next run in {}", function.name(), every, fault);
                    }
                }
            } while (!stopped.await(every.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Starts no more runs, and waits up to {@code timeout} for a running one. */
    void stop(Duration timeout) throws InterruptedException {
        stopped.countDown();
        if (runs.isAlive() && !runs.join(timeout)) {
            LOG.warn("{} did not finish its run", function.name());
        }
    }
}
