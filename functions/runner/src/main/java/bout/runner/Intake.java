package bout.runner;

import bout.store.match.WaitingMatch;
import bout.store.queue.MatchInbox;
import bout.store.queue.MatchQueue;
import bout.store.table.Machine;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The matches that come to a runner: those of its invocation, and while anything runs, further ones from the queue. So
 * a slow match takes one place of a runner, never all of them.
 *
 * @param inbox where further matches come from
 * @param queue where matches go that exceed an owner's share
 * @param places how many matches a runner plays at a time
 * @param share how many of them may be of one owner with limits
 */
record Intake(MatchRunner matches, MatchInbox inbox, MatchQueue queue, int places, int share) {

    private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

    /**
     * A runner takes no further matches in its first moments: most are over by then, and new matches get a runner of
     * their own.
     */
    private static final long ALONE = TimeUnit.SECONDS.toNanos(2);

    /** A match accepted later might have no time for a turn: a call takes up to a minute, opening a connection too. */
    private static final long LONGEST_TURN = TimeUnit.MINUTES.toNanos(2);

    private static final long PAUSE_AFTER_FAULT = TimeUnit.SECONDS.toMillis(1);

    /** How long a match waits that exceeds its owner's share, in seconds. */
    private static final int LEAST_DELAY = 10;

    private static final int MOST_DELAY = 20;

    /**
     * Plays the matches of an invocation and further ones, for a third to two thirds of the runner's life; then gives
     * back what still runs. The time is random, so that not all runners end at the same moment.
     *
     * @return the messages to deliver again
     */
    SQSBatchResponse work(SQSEvent event, RunnerLease runner) throws InterruptedException {
        Shift shift = new Shift(runner);
        for (SQSEvent.SQSMessage message : event.getRecords()) {
            shift.begin(new Message(message.getBody(), () -> {}, () -> shift.failed(message.getMessageId())));
        }
        long third = runner.lifetime() / 3;
        long plays = third + third / 1000 * Machine.current().random(1000);
        long begun = runner.until() - runner.lifetime();
        shift.acceptUntil(begun + Math.min(plays, runner.lifetime() - LONGEST_TURN));
        shift.playUntil(begun + plays);
        runner.stop();
        return shift.end();
    }

    /**
     * A message with a match.
     *
     * @param done must be called when the message is of no use any more
     * @param failed called when it must be delivered again
     */
    private record Message(String body, Runnable done, Runnable failed) {}

    /** One invocation. */
    private final class Shift {

        private final RunnerLease runner;
        private final long openFrom = Machine.current().nanoTime() + ALONE;

        // Everything below is guarded by the lock of this object.

        private final Map<String, Integer> owners = new HashMap<>();
        private final List<String> failed = new ArrayList<>();
        private int running;

        private Shift(RunnerLease runner) {
            this.runner = runner;
        }

        private void begin(Message message) {
            WaitingMatch match = WaitingMatch.read(message.body());
            if (enter(match)) {
                Machine.current().start(() -> play(match, message));
            } else {
                int seconds = LEAST_DELAY + Machine.current().random(MOST_DELAY - LEAST_DELAY + 1);
                postpone(match, message, Duration.ofSeconds(seconds));
            }
        }

        private synchronized boolean enter(WaitingMatch match) {
            if (match.owner() != null) {
                if (owners.getOrDefault(match.owner(), 0) >= share) {
                    return false;
                }
                owners.merge(match.owner(), 1, Integer::sum);
            }
            running++;
            return true;
        }

        private synchronized void leave(WaitingMatch match) {
            if (match.owner() != null) {
                owners.computeIfPresent(match.owner(), (owner, count) -> count == 1 ? null : count - 1);
            }
            running--;
            notifyAll();
        }

        private void play(WaitingMatch match, Message message) {
            try {
                if (matches.run(match.id(), runner, message.done()) == MatchRunner.Outcome.FAULT) {
                    message.failed().run();
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                message.failed().run();
            } catch (RuntimeException | Error fault) {
                // Could not take the match, most likely because the table was unreachable.
                LOG.atError().addKeyValue("match", match.id()).setCause(fault).log("Could not handle the message");
                message.failed().run();
            } finally {
                leave(match);
            }
        }

        /** A new message instead of the old one made visible again, because SQS counts how often it delivers one. */
        private void postpone(WaitingMatch match, Message message, Duration delay) {
            try {
                queue.sendMatches(List.of(match), delay);
                message.done().run();
            } catch (SdkException | MatchQueue.NotSent unreachable) {
                LOG.atWarn()
                        .addKeyValue("match", match.id())
                        .setCause(unreachable)
                        .log("Could not postpone the match");
                message.failed().run();
            }
        }

        private synchronized void failed(String messageId) {
            failed.add(messageId);
        }

        /** Begins further matches until that time, as long as anything runs. */
        private void acceptUntil(long end) throws InterruptedException {
            for (int free = awaitPlace(end); free > 0; free = awaitPlace(end)) {
                try {
                    List<Message> received =
                            inbox.receive(free).stream().map(this::message).toList();
                    if (open(end)) {
                        received.forEach(this::begin);
                    } else {
                        // It became time to end during the poll.
                        received.forEach(
                                message -> postpone(WaitingMatch.read(message.body()), message, Duration.ZERO));
                    }
                } catch (SdkException unreachable) {
                    LOG.warn("Could not receive further matches; retrying", unreachable);
                    Machine.current().pause(PAUSE_AFTER_FAULT);
                }
            }
        }

        private Message message(MatchInbox.Delivery delivery) {
            return new Message(
                    delivery.body(),
                    () -> remove(delivery),
                    // It comes again by itself.
                    () -> {});
        }

        private synchronized boolean open(long end) {
            return running > 0 && !runner.stopping() && Machine.current().nanoTime() - end < 0;
        }

        private void remove(MatchInbox.Delivery delivery) {
            try {
                inbox.remove(delivery);
            } catch (SdkException unreachable) {
                // Then it comes again, and finds the match taken.
                LOG.atWarn()
                        .addKeyValue("match", delivery.body())
                        .setCause(unreachable)
                        .log("Could not remove the message of a match");
            }
        }

        /** How many places are free, after at most a moment's wait; 0 when it is time to end. */
        private synchronized int awaitPlace(long end) throws InterruptedException {
            while (open(end)) {
                long early = openFrom - Machine.current().nanoTime();
                if (early <= 0 && running < places) {
                    return places - running;
                }
                long wait = Math.min(
                        early > 0 ? early : Long.MAX_VALUE,
                        end - Machine.current().nanoTime());
                Machine.current().await(this, Math.clamp(wait, 1, TimeUnit.SECONDS.toNanos(1)));
            }
            return 0;
        }

        /** Waits until that time, or until nothing runs any more. */
        private synchronized void playUntil(long end) throws InterruptedException {
            while (open(end)) {
                Machine.current()
                        .await(this, Math.clamp(end - Machine.current().nanoTime(), 1, TimeUnit.SECONDS.toNanos(1)));
            }
        }

        private synchronized SQSBatchResponse end() throws InterruptedException {
            while (running > 0) {
                Machine.current().await(this, Long.MAX_VALUE);
            }
            return new SQSBatchResponse(
                    failed.stream().map(SQSBatchResponse.BatchItemFailure::new).toList());
        }
    }
}
