package bout.store.match;

/**
 * The right to play a match, for a while. Whoever holds it renews it before it runs out.
 *
 * @param id the match
 * @param fence counts the leases of this match from 1. Only the newest may change the record, so a runner that was
 *     stopped for longer than its lease can do no harm when it goes on
 * @param match the record, with status running
 * @param checkpoint where in {@link Checkpoints} the moves that an earlier runner saved lie, or {@code null}
 * @param slot which of its owner's slots for open matches it takes until it is over, or {@code null}
 * @param faults how often the match could not be played on for a reason of ours
 * @param expiredLeases how many leases of this match ran out, most likely because their runners died
 * @param watched whether somebody watched the match when it was taken; later on, {@link Renewal} tells
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
