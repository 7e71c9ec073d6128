package bout.store.queue;

import bout.store.match.FailedMatches;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the matches of the dead-letter queue back to be played, each from where it was saved.
 *
 * <p>For each: the record turns from failed to queued with its faults forgotten, then the id is sent to the runners, then
 * the dead letter is removed. To be stopped in between costs nothing: the dead letter is still there, the next run finds
 * the match queued, sends it and goes on; a match with two messages is played once.
 */
public final class Redrive {

    private static final Logger LOG = LoggerFactory.getLogger(Redrive.class);

    /** Within the time that a request to the API may take, with room for one more batch. */
    private static final Duration LASTS = Duration.ofSeconds(8);

    /** Longer than a run lasts, so that no run takes the same letter twice. */
    private static final Duration HIDDEN = Duration.ofSeconds(30);

    private final FailedMatches failed;
    private final DeadLetters deadLetters;
    private final MatchQueue queue;
    private final Clock clock;

    public Redrive(FailedMatches failed, DeadLetters deadLetters, MatchQueue queue, Clock clock) {
        this.failed = failed;
        this.deadLetters = deadLetters;
        this.queue = queue;
        this.clock = clock;
    }

    /**
     * What a run did.
     *
     * @param putBack how many matches are queued again
     * @param removed how many dead letters were of matches that are finished or not there at all, and are removed
     * @param left how many were of matches that a runner has at this moment. Their letters stay: should the match fail,
     *     they are needed
     * @param more whether time was up before the queue was empty
     */
    public record Done(int putBack, int removed, int left, boolean more) {}

    /** Works through the queue, for some seconds at most. */
    public Done run() {
        Instant until = clock.instant().plus(LASTS);
        int putBack = 0;
        int removed = 0;
        int left = 0;
        List<DeadLetters.DeadLetter> letters = deadLetters.take(HIDDEN);
        while (!letters.isEmpty()) {
            for (DeadLetters.DeadLetter letter : letters) {
                switch (failed.redrive(letter.match())) {
                    case QUEUED -> {
                        queue.send(List.of(letter.match()));
                        deadLetters.remove(letter);
                        putBack++;
                    }
                    case RUNNING -> left++;
                    case OVER -> {
                        deadLetters.remove(letter);
                        removed++;
                    }
                    case UNKNOWN -> {
                        LOG.atWarn()
                                .addKeyValue("match", letter.match())
                                .log("A dead letter of no match there is was removed");
                        deadLetters.remove(letter);
                        removed++;
                    }
                }
            }
            if (!clock.instant().isBefore(until)) {
                return new Done(putBack, removed, left, true);
            }
            letters = deadLetters.take(HIDDEN);
        }
        return new Done(putBack, removed, left, false);
    }
}
