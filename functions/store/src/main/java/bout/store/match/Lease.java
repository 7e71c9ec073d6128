package bout.store.match;

/**
 * The temporary right to play a match. Its holder renews it before it expires.
 *
 * @param id the match
 * @param fence counts the leases of this match from 1. Only the newest may change the record, so a runner that was
 *     stopped for longer than its lease can do no harm when it goes on
 * @param match the record, with status running
 * @param checkpoint the key of the last checkpoint in {@link Checkpoints}, or {@code null}
 * @param slot which of its owner's slots it takes until it is over, or {@code null}
 * @param faults how often a server error interrupted the match
 * @param expiredLeases how many leases of this match expired, probably because their runners crashed
 * @param watched whether the match was being watched when it was taken; later, {@link Renewal} has this
 */
public record Lease(
        String id,
        long fence,
        MatchRecord match,
        String checkpoint,
        Integer slot,
        int faults,
        int expiredLeases,
        boolean watched) {

    /** Whether the match was leased before; then its replay may be in the bucket already. */
    public boolean takenOver() {
        return fence > 1;
    }
}
