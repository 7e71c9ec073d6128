package bout.store.match;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * How far a match is.
 *
 * @param turn how many turns were played when the runner last said so
 * @param startedAt when a runner first took it, cut to whole milliseconds, or {@code null}
 */
public record MatchProgress(Status status, int turn, Instant startedAt) {

    public static final MatchProgress QUEUED = new MatchProgress(Status.QUEUED, 0, null);

    public MatchProgress {
        Objects.requireNonNull(status, "a match has a status");
        startedAt = startedAt == null ? null : startedAt.truncatedTo(ChronoUnit.MILLIS);
    }
}
