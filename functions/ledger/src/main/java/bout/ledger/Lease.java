package bout.ledger;

/**
 * The right to play a match, for a while. Whoever holds it renews it before it runs out.
 *
 * @param id the match
 * @param fence counts the leases of this match from 1. Only the newest may change the record, so a runner that was
 *     stopped for longer than its lease can do no harm when it goes on
 * @param match the record, with status running
 * @param takenOver whether the match was leased before; then its replay may be in the bucket already
 */
public record Lease(String id, long fence, MatchRecord match, boolean takenOver) {}
