package bout.store.runner;

import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * A runner as the table stores it: {@code pk} = {@code runners}, {@code sk} = its id. All runners are in one partition,
 * so that a consistent query finds them: a thousand of them write 200 times a second, and a partition takes 1,000. The
 * item {@code expires} a day after its start, in case no sweeper removes it.
 *
 * @param leaseUntil when its lease expires unless it is renewed
 * @param endedAt when it ended or was declared dead, or {@code null}
 * @param watched until when those of its matches count as watched that were watched while it played them, by their ids
 * @param stopped the ids of those of its matches that it must stop, because they were cancelled
 */
public record RunnerRecord(
        String id,
        RunnerState state,
        Instant leaseUntil,
        Instant endedAt,
        Map<String, Instant> watched,
        Set<String> stopped) {

    public RunnerRecord {
        watched = Map.copyOf(watched);
        stopped = Set.copyOf(stopped);
    }

    public boolean leaseExpired(Instant now) {
        return state == RunnerState.ACTIVE && !leaseUntil.isAfter(now);
    }
}
