package bout.store.match;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The status of a match. It goes from queued to running to finished or failed, and back only to queued: from running
 * when its runner gives it back or crashes, from failed by a requeue. Queued and running ones may be cancelled.
 */
public enum Status {
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

    public static final List<String> CODES =
            Arrays.stream(values()).map(Status::code).toList();

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the match no longer changes, except by a requeue if it failed. */
    public boolean over() {
        return this == FINISHED || this == FAILED || this == CANCELLED;
    }

    public static Optional<Status> of(String code) {
        return Arrays.stream(values())
                .filter(status -> status.code().equals(code))
                .findFirst();
    }
}
