package bout.store.match;

import java.time.Duration;

/**
 * When a match that still waits is sent to the queue once more. Its message may be lost, or only wait behind many
 * others, and the table cannot tell which. So the waits grow: a lost message costs a minute, and a match that waits for
 * hours has a handful of messages too many, not hundreds.
 */
final class RequeueBackoff {

    private static final Duration FIRST = Duration.ofSeconds(60);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final int FACTOR = 4;

    private RequeueBackoff() {}

    /**
     * How long to wait for a runner until the match is sent again.
     *
     * @param requeues how often the match has been sent again since it last became queued
     */
    public static Duration after(int requeues) {
        Duration wait = FIRST;
        for (int i = 0; i < requeues && wait.compareTo(LONGEST) < 0; i++) {
            wait = wait.multipliedBy(FACTOR);
        }
        return wait.compareTo(LONGEST) < 0 ? wait : LONGEST;
    }
}
