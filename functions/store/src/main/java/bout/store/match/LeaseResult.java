package bout.store.match;

public sealed interface LeaseResult {

    /** The caller is to play the match. */
    record Leased(Lease lease) implements LeaseResult {}

    /** A runner has it; if that runner is dead, the sweeper will queue the match again. */
    record Held(String runner) implements LeaseResult {}

    record Over(Status status) implements LeaseResult {}

    record Unknown() implements LeaseResult {}
}
