package bout.stack;

import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
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
    private final ScheduledExecutorService runs;

    /** @param pauses whether a run that is due is left out */
    ScheduledRuns(LocalFunction function, Duration every, BooleanSupplier pauses) {
        this.function = function;
        this.every = every;
        this.pauses = pauses;
        this.runs = Executors.newSingleThreadScheduledExecutor(
                Thread.ofVirtual().name("schedule-" + function.name()).factory());
    }

    void start() {
        runs.scheduleWithFixedDelay(this::run, 0, every.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void run() {
        try {
            if (!pauses.getAsBoolean()) {
                ScheduledEvent event = new ScheduledEvent();
                event.setTime(DateTime.now(DateTimeZone.UTC));
                function.invoke(event, Void.class);
            }
        } catch (RuntimeException fault) {
            if (runs.isShutdown()) {
                LOG.warn("{} was aborted by the stop: {}", function.name(), fault.getMessage());
            } else {
                LOG.error("{} failed; next run in {}", function.name(), every, fault);
            }
        }
    }

    /** Starts no more runs, and waits up to {@code timeout} for a running one. */
    void stop(Duration timeout) throws InterruptedException {
        runs.shutdown();
        if (!runs.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            LOG.warn("{} did not finish its run", function.name());
        }
    }
}
