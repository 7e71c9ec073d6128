package bout.store.match;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Where a match is in its life. It goes from queued to running to finished or failed, and back only to
 * queued: from running when its runner leaves it, from failed when it is put back by hand. */
public enum Status {
    /** Accepted, waiting for a runner. */
    QUEUED("queued"),
    /** A runner holds the lease and plays it. */
    RUNNING("running"),
    /** Played to its end; there is a result and a replay. */
    FINISHED("finished"),
    /** Given up through no fault of a bot; there is a reason and no result. */
    FAILED("failed");

    /** The codes of all, in the order of a match's life. */
    public static final List<String> CODES =
            Arrays.stream(values()).map(Status::code).toList();

    private final String code;

    Status(String code) {
        this.code = code;
    }

    /** What the API and the table say. */
    public String code() {
        return code;
    }

    /** Whether nothing about the match changes any more, unless one that failed is put back by hand. */
    public boolean over() {
        return this == FINISHED || this == FAILED;
    }

    /** The status with this code, if there is one. */
    public static Optional<Status> of(String code) {
        for (Status status : values()) {
            if (status.code.equals(code)) {
                return Optional.of(status);
            }
        }
        return Optional.empty();
    }
}
