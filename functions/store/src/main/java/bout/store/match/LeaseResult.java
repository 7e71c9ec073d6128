package bout.store.match;

import java.time.Instant;

/** The result of a request for a lease. */
public sealed interface LeaseResult {

    /** The caller is to play the match. */
    record Leased(Lease lease) implements LeaseResult {}

    /** Another runner plays it; its lease expires at that time unless renewed. */
    record Held(Instant until) implements LeaseResult {}

    /** It is finished or failed. */
    record Over(Status status) implements LeaseResult {}

    /** There is no match with this id. */
    record Unknown() implements LeaseResult {}
}
