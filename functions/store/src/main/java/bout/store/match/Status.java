package bout.store.match;

import bout.competition.Coded;

/**
 * The status of a match. It goes from queued to running to finished or failed, and back only to queued: from running
 * when its runner gives it back or crashes, from failed by a requeue. Queued and running ones may be cancelled.
 */
public enum Status implements Coded {
    /** Accepted, waiting for a runner. */
    QUEUED,
    /** A runner holds the lease and plays it. */
    RUNNING,
    /** Finished, with a result and a replay. */
    FINISHED,
    /** Failed because of a server error, with a reason and no result. */
    FAILED,
    /** Cancelled by its owner or an admin, or because its owner was blocked; it has no result. */
    CANCELLED;

    /** Whether the match no longer changes, except by a requeue if it failed. */
    public boolean over() {
        return this == FINISHED || this == FAILED || this == CANCELLED;
    }
}
