package bout.store.queue;

import bout.store.table.Machine;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Handles the messages of a queue so that slow ones, such as calls to a URL that never answers, hold up nobody else:
 *
 * <ul>
 *   <li>Of one owner, only a few messages are handled at a time. What exceeds that waits for a second, and then goes
 *       back to the queue with a delay.
 *   <li>While some messages take long, further ones are received from the queue, as if each had its own invocation.
 * </ul>
 *
 * <p>The limit of an owner is that of this object. Safe for use by many threads.
 */
public final class FairWork {

    /** How many messages an invocation may hold; most of them wait for a host, which costs nothing. */
    private static final int PLACES = 100;

    /** The most that SQS delivers at once. */
    private static final int AT_ONCE = 10;

    /** Usual messages are done by then, and their invocation ends without waiting for others. */
    private static final Duration USUAL = Duration.ofSeconds(1);

    private static final int SHORTEST_DELAY_S = 5;
    private static final int LONGEST_DELAY_S = 15;

    private final Queue<?> queue;
    private final int ofOwner;
    private final Map<String, Semaphore> owners = new ConcurrentHashMap<>();

    /** What to do with a message. */
    public interface Work {

        /** Whose message it is; {@code null} if nobody has to wait for it. */
        String owner(SQSEvent.SQSMessage message) throws Exception;

        /** @return whether the message is done; if not, or if this throws, it will be delivered again */
        boolean done(SQSEvent.SQSMessage message) throws Exception;

        /** The body of the message that replaces this one, when its owner has too many. */
        String again(SQSEvent.SQSMessage message);

        void thrown(SQSEvent.SQSMessage message, Exception fault);
    }

    /** @param ofOwner how many messages of one owner may be handled at a time */
    public FairWork(Queue<?> queue, int ofOwner) {
        this.queue = queue;
        this.ofOwner = ofOwner;
    }

    /**
     * Returns when all messages have been handled, including those received meanwhile.
     *
     * @param receiveUntil as of {@link System#nanoTime}
     * @return the messages of the event to deliver again
     */
    public SQSBatchResponse run(SQSEvent event, Work work, long receiveUntil) {
        Set<String> failed = ConcurrentHashMap.newKeySet();
        Semaphore places = new Semaphore(PLACES);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (SQSEvent.SQSMessage message : event.getRecords()) {
                start(threads, places, () -> {
                    if (!handle(message, work)) {
                        failed.add(message.getMessageId());
                    }
                });
            }
            while (!idleWithin(places, USUAL) && System.nanoTime() - receiveUntil < 0) {
                int most = Math.min(AT_ONCE, places.availablePermits());
                if (most > 0) {
                    for (SQSEvent.SQSMessage message : queue.receive(most)) {
                        start(threads, places, () -> {
                            if (handle(message, work)) {
                                queue.delete(message.getReceiptHandle());
                            }
                        });
                    }
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return new SQSBatchResponse(event.getRecords().stream()
                .map(SQSEvent.SQSMessage::getMessageId)
                .filter(failed::contains)
                .map(SQSBatchResponse.BatchItemFailure::new)
                .toList());
    }

    private static void start(ExecutorService threads, Semaphore places, Runnable task) throws InterruptedException {
        if (!Machine.current().parallel()) {
            task.run();
            return;
        }
        places.acquire();
        threads.execute(() -> {
            try {
                task.run();
            } finally {
                places.release();
            }
        });
    }

    private static boolean idleWithin(Semaphore places, Duration time) throws InterruptedException {
        boolean idle = places.tryAcquire(PLACES, time.toMillis(), TimeUnit.MILLISECONDS);
        if (idle) {
            places.release(PLACES);
        }
        return idle;
    }

    private boolean handle(SQSEvent.SQSMessage message, Work work) {
        try {
            String owner = work.owner(message);
            if (owner == null) {
                return work.done(message);
            }
            Semaphore share = owners.computeIfAbsent(owner, unseen -> new Semaphore(ofOwner));
            if (!share.tryAcquire(USUAL.toMillis(), TimeUnit.MILLISECONDS)) {
                queue.sendAgain(
                        work.again(message),
                        Duration.ofSeconds(ThreadLocalRandom.current().nextInt(SHORTEST_DELAY_S, LONGEST_DELAY_S + 1)));
                return true;
            }
            try {
                return work.done(message);
            } finally {
                share.release();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } catch (Exception fault) {
            work.thrown(message, fault);
            return false;
        }
    }
}
