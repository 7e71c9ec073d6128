package bout.store.queue;

import bout.store.match.Matches;
import bout.store.match.WaitingMatch;
import bout.store.queue.Queue.MatchQueue;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requeues the matches of the dead-letter queue: they continue from their checkpoints.
 *
 * <p>For each match: set its record from failed to queued and reset its count of faults, send its id to the runners,
 * then remove the dead letter. An interruption in between does no harm: the dead letter is still there, and the next
 * run finds the match queued, sends it and continues. A match with two messages is played once.
 */
public record Requeue(Matches matches, Inbox deadLetters, MatchQueue queue, Clock clock) {

    private static final Logger LOG = LoggerFactory.getLogger(Requeue.class);

    /** Less than the time limit of an API request, with room for one more batch. */
    private static final Duration LASTS = Duration.ofSeconds(8);

    /** Longer than a run, so that no run receives the same letter twice. */
    private static final Duration HIDDEN = Duration.ofSeconds(30);

    /**
     * The result of a run.
     *
     * @param putBack how many matches are queued again
     * @param removed how many dead letters were removed because their matches are finished or do not exist
     * @param left how many dead letters were kept because a runner has the match now; they are needed if the match
     *     fails again
     * @param more whether time ran out before the queue was empty
     */
    public record Done(int putBack, int removed, int left, boolean more) {}

    public Done run() {
        Instant until = clock.instant().plus(LASTS);
        int putBack = 0;
        int removed = 0;
        int left = 0;
        List<SQSEvent.SQSMessage> letters = receive();
        while (!letters.isEmpty()) {
            for (SQSEvent.SQSMessage letter : letters) {
                // SQS itself moves messages here, with the body that they had for the runners.
                String match = WaitingMatch.read(letter.getBody()).id();
                switch (matches.requeueFailed(match)) {
                    case QUEUED -> {
                        queue.send(List.of(match));
                        deadLetters.remove(letter);
                        putBack++;
                    }
                    case RUNNING -> left++;
                    case OVER -> {
                        deadLetters.remove(letter);
                        removed++;
                    }
                    case UNKNOWN -> {
                        LOG.atWarn().addKeyValue("match", match).log("Removed a dead letter of an unknown match");
                        deadLetters.remove(letter);
                        removed++;
                    }
                }
            }
            if (!clock.instant().isBefore(until)) {
                return new Done(putBack, removed, left, true);
            }
            letters = receive();
        }
        return new Done(putBack, removed, left, false);
    }

    private List<SQSEvent.SQSMessage> receive() {
        return deadLetters.receive(Integer.MAX_VALUE, HIDDEN);
    }
}
