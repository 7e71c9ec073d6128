package bout.store.queue;

import bout.telemetry.Machine;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Handles the messages of a queue, each on a virtual thread, so that slow ones do not hold up the others:
 *
 * <ul>
 *   <li>Of one owner, only a few messages are handled at a time. Further messages go back to the queue with a delay, as
 *       a new message, because SQS counts how often it delivers one.
 *   <li>While anything runs, further messages are received from the queue, as if each had its own invocation. Not in
 *       the first moments: most messages are done by then, and new ones get an invocation of their own.
 * </ul>
 *
 * <p>The limit of an owner is that of this object. Safe for use by many threads.
 */
public final class QueueWork {

    private static final Logger LOG = LoggerFactory.getLogger(QueueWork.class);

    private static final long PAUSE_AFTER_FAULT = TimeUnit.SECONDS.toMillis(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Inbox inbox;
    private final Limits limits;

    /** How many messages of each owner are being handled. Guarded by the lock of this object. */
    private final Map<String, Integer> owners = new HashMap<>();

    /**
     * @param places how many messages an invocation holds; at least the batch with which it begins
     * @param ofOwner how many messages of one owner are handled
     * @param patience how long a message waits because of that
     * @param leastDelay for how many seconds it then goes back to the queue, at least
     * @param mostDelay and at most
     * @param alone how long an invocation receives no further messages
     * @param hidden how long nobody else receives what it received, or {@code null} for as long as the queue says
     */
    public record Limits(
            int places,
            int ofOwner,
            Duration patience,
            int leastDelay,
            int mostDelay,
            Duration alone,
            Duration hidden) {

        /** For calls to hosts that may never answer. Most of the messages wait, which costs nothing. */
        public static final Limits OF_HOSTS =
                new Limits(100, 8, Duration.ofSeconds(1), 5, 15, Duration.ofSeconds(1), null);
    }

    public interface Work {

        /** Whose message it is; {@code null} if none has to wait for it. */
        String owner(SQSEvent.SQSMessage message) throws Exception;

        /**
         * @param settled may be called when the message is of no use any more, though there is still work to do
         * @return whether the message is done; if not, or if this throws, it will be delivered again
         */
        boolean done(SQSEvent.SQSMessage message, Runnable settled) throws Exception;

        /** The body of the message that replaces this one, when its owner has too many. */
        default String again(SQSEvent.SQSMessage message) {
            return message.getBody();
        }
    }

    public QueueWork(Inbox inbox, Limits limits) {
        this.inbox = inbox;
        this.limits = limits;
    }

    /**
     * Returns when all messages have been handled, including those received meanwhile.
     *
     * @return the messages of the event to deliver again
     */
    public SQSBatchResponse run(SQSEvent event, Work work, BooleanSupplier open) {
        Shift shift = new Shift(work, open);
        try {
            for (SQSEvent.SQSMessage message : event.getRecords()) {
                shift.start(() -> {
                    if (!shift.handle(message, () -> {})) {
                        shift.failed(message);
                    }
                });
            }
            while (shift.goesOn()) {
                int free = shift.awaitPlace();
                shift.removeOld();
                if (free > 0) {
                    shift.receive(free);
                }
            }
            while (shift.awaitEnd()) {
                shift.removeOld();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Batch.failed(event);
        } finally {
            shift.removeAll();
        }
        return Batch.failed(event, message -> shift.failed.contains(message.getMessageId()));
    }

    private boolean enter(String owner) throws InterruptedException {
        return Machine.current()
                .await(
                        this,
                        () -> {
                            boolean free = owners.getOrDefault(owner, 0) < limits.ofOwner;
                            if (free) {
                                owners.merge(owner, 1, Integer::sum);
                            }
                            return free;
                        },
                        limits.patience.toNanos());
    }

    private synchronized void leave(String owner) {
        owners.computeIfPresent(owner, (name, count) -> count == 1 ? null : count - 1);
        notifyAll();
    }

    private final class Shift {

        private final Work work;
        private final BooleanSupplier open;
        private final long openFrom = Machine.current().nanoTime() + limits.alone.toNanos();

        // All are guarded by the lock of this object.
        private final Set<String> failed = new HashSet<>();

        /** Messages to remove, several with one request; and since when. */
        private List<SQSEvent.SQSMessage> done = new ArrayList<>();

        private long doneSince;
        private int running;

        private Shift(Work work, BooleanSupplier open) {
            this.work = work;
            this.open = open;
        }

        private synchronized void start(Runnable task) {
            running++;
            Machine.current().start(() -> {
                try {
                    task.run();
                } finally {
                    end();
                }
            });
        }

        private synchronized void end() {
            running--;
            notifyAll();
        }

        private synchronized void failed(SQSEvent.SQSMessage message) {
            failed.add(message.getMessageId());
        }

        private synchronized boolean goesOn() {
            return running > 0 && open.getAsBoolean();
        }

        /** How many places are free; waits up to a second for one. */
        private int awaitPlace() throws InterruptedException {
            long early = openFrom - Machine.current().nanoTime();
            Machine.current()
                    .await(
                            this,
                            () -> !goesOn() || early <= 0 && running < limits.places,
                            early > 0 ? Math.min(early, SECOND) : SECOND);
            synchronized (this) {
                return early > 0 || !goesOn() ? 0 : limits.places - running;
            }
        }

        /**
         * Waits until nothing runs, or up to a second while messages are to be removed; returns whether something runs.
         */
        private boolean awaitEnd() throws InterruptedException {
            Machine.current().await(this, () -> running == 0 || !done.isEmpty(), Long.MAX_VALUE);
            return !Machine.current().await(this, () -> running == 0, SECOND);
        }

        private void remove(SQSEvent.SQSMessage message) {
            boolean full;
            synchronized (this) {
                if (done.isEmpty()) {
                    doneSince = Machine.current().nanoTime();
                }
                done.add(message);
                full = done.size() >= Inbox.AT_ONCE;
            }
            if (full) {
                removeAll();
            }
        }

        /** They stay hidden from others for much longer than that. */
        private void removeOld() {
            boolean old;
            synchronized (this) {
                old = !done.isEmpty() && Machine.current().nanoTime() - doneSince >= SECOND;
            }
            if (old) {
                removeAll();
            }
        }

        private void removeAll() {
            List<SQSEvent.SQSMessage> messages;
            synchronized (this) {
                messages = done;
                done = new ArrayList<>();
            }
            for (int from = 0; from < messages.size(); from += Inbox.AT_ONCE) {
                QueueWork.this.remove(messages.subList(from, Math.min(from + Inbox.AT_ONCE, messages.size())));
            }
        }

        private void receive(int most) throws InterruptedException {
            try {
                for (SQSEvent.SQSMessage message : inbox.receive(most, limits.hidden)) {
                    Runnable remove = once(() -> remove(message));
                    if (open.getAsBoolean()) {
                        start(() -> {
                            if (handle(message, remove)) {
                                remove.run();
                            }
                        });
                    } else {
                        // It became time to end during the poll.
                        inbox.sendBack(null, message.getBody(), Duration.ZERO);
                        remove.run();
                    }
                }
            } catch (SdkException unreachable) {
                LOG.warn("Could not receive further messages; retrying", unreachable);
                Machine.current().pause(PAUSE_AFTER_FAULT);
            }
        }

        private boolean handle(SQSEvent.SQSMessage message, Runnable settled) {
            try {
                String owner = work.owner(message);
                if (owner == null) {
                    return work.done(message, settled);
                }
                if (!enter(owner)) {
                    int delay = limits.leastDelay + Machine.current().random(limits.mostDelay - limits.leastDelay + 1);
                    inbox.sendBack(owner, work.again(message), Duration.ofSeconds(delay));
                    return true;
                }
                try {
                    return work.done(message, settled);
                } finally {
                    leave(owner);
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return false;
            } catch (Exception | Error fault) {
                LOG.atError()
                        .addKeyValue("message", message.getBody())
                        .setCause(fault)
                        .log("Could not handle the message");
                return false;
            }
        }
    }

    private static Runnable once(Runnable task) {
        AtomicBoolean ran = new AtomicBoolean();
        return () -> {
            if (ran.compareAndSet(false, true)) {
                task.run();
            }
        };
    }

    private void remove(List<SQSEvent.SQSMessage> messages) {
        try {
            inbox.remove(messages)
                    .forEach(left -> LOG.warn("Could not remove a message; it will be delivered again: {}", left));
        } catch (SdkException unreachable) {
            LOG.warn("Could not remove {} messages; they will be delivered again", messages.size(), unreachable);
        }
    }
}
