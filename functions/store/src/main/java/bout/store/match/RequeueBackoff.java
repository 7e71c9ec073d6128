package bout.store.match;

import java.time.Duration;

/**
 * The back-off before a waiting match is sent to the queue again. Its message may be lost, or just be waiting behind
 * many others; the table cannot tell. So the waits grow: a lost message costs a minute, and a match that waits for
 * hours gets a handful of extra messages, not hundreds.
 */
final class RequeueBackoff {

    private static final Duration FIRST = Duration.ofSeconds(60);
    static final Duration LONGEST = Duration.ofHours(1);
    private static final int FACTOR = 4;

    private RequeueBackoff() {}

    /**
     * How long to wait for a runner before sending the match again.
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
