package bout.store.match;

import java.time.Instant;

/** What came of asking for a lease. */
public sealed interface LeaseResult {

    /** The caller is to play the match. */
    record Leased(Lease lease) implements LeaseResult {}

    /** Another runner plays it; its lease runs out at that time unless it is renewed. */
    record Held(Instant until) implements LeaseResult {}

    /** It is finished or failed. */
    record Over(Status status) implements LeaseResult {}

    /** There is no match with this id. */
    record Unknown() implements LeaseResult {}
}
