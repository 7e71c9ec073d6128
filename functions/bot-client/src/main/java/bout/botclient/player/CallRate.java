package bout.botclient.player;

import java.util.OptionalLong;

/**
 * A token bucket: calls at a steady rate, and after a pause some at once. All times are nanoseconds, as of
 * {@link System#nanoTime}. Thread-safe.
 */
public final class CallRate {

    /** Between two calls in the long run. */
    private final long interval;

    private final long atOnce;

    /** When the next call is due, were there no calls at once; {@code null} before the first one. */
    private Long due;

    /** @param atOnce the calls of so much time may come at once */
    public CallRate(long interval, long atOnce) {
        this.interval = interval;
        this.atOnce = atOnce;
    }

    /**
     * Counts a call.
     *
     * @return when it may start; empty if that is not before {@code startBefore}, and then it does not count
     */
    public synchronized OptionalLong reserve(long now, long startBefore) {
        long start = next(now);
        if (start - startBefore > 0) {
            return OptionalLong.empty();
        }
        due = start + interval;
        return OptionalLong.of(start - now > 0 ? start : now);
    }

    /** Counts a call that cannot wait; later ones wait longer. */
    public synchronized void spend(long now) {
        due = next(now) + interval;
    }

    public synchronized void giveBack() {
        due -= interval;
    }

    private long next(long now) {
        return rested(now) ? now - atOnce : due;
    }

    /** Whether as many calls may come at once as in the beginning. */
    synchronized boolean rested(long now) {
        return due == null || now - due > atOnce;
    }
}
