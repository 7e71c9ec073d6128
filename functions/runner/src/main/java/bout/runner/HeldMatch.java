package bout.runner;

import bout.store.table.Machine;
import java.time.Instant;

/** A match that this runner has or is about to take, with the marks that others have made for it. */
final class HeldMatch {

    private final String id;
    private volatile Instant watchedUntil;
    private volatile boolean stopped;

    HeldMatch(String id) {
        this.id = id;
    }

    String id() {
        return id;
    }

    /** @param until {@code null} if nobody has watched it */
    void watchedUntil(Instant until) {
        watchedUntil = until;
    }

    /** Until when it counts as watched, or {@code null}. */
    Instant watchedUntil() {
        return watchedUntil;
    }

    boolean watched() {
        Instant end = watchedUntil;
        return end != null && end.isAfter(Machine.systemClock().instant());
    }

    /** Whether the match was cancelled. */
    boolean stopped() {
        return stopped;
    }

    /**
     * Takes over the marks that a renewal returned.
     *
     * @param until {@code null} if nobody has watched the match since this runner has it
     */
    void marked(Instant until, boolean stop) {
        if (until != null) {
            watchedUntil = until;
        }
        stopped = stopped || stop;
    }
}
