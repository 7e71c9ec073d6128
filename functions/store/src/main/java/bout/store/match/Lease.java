package bout.store.match;

import bout.store.replay.Checkpoints;
import java.time.Instant;
import java.util.Set;

/**
 * The right of a runner to play a match, as long as the runner's own lease lasts.
 *
 * @param fence counts the leases of this match from 1. Only the newest may change the record, so a runner that was
 *     stopped for longer than its lease can do no harm when it goes on
 * @param checkpoint the key of the last checkpoint in {@link Checkpoints}, or {@code null}
 * @param quotasOf in whose quotas it counts until it is over
 * @param faults how often a server error interrupted the match
 * @param expiredLeases how many leases of this match expired, probably because their runners crashed
 * @param absences how often the match was put back before it began, because a bot was not there
 * @param watchedUntil how long the match counts as watched by those who watched it while it waited, or {@code null}
 */
public record Lease(
        String id,
        long fence,
        MatchRecord match,
        String checkpoint,
        Set<String> quotasOf,
        int faults,
        int expiredLeases,
        int absences,
        Instant watchedUntil) {

    /** Whether somebody may have begun the match before; then its replay may be in the bucket already. */
    public boolean takenOver() {
        return fence > 1 + absences;
    }
}
