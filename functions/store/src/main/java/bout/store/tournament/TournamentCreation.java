package bout.store.tournament;

/** What became of a tournament that was asked for. */
public sealed interface TournamentCreation {

    /** It is in the table now; the planner has yet to hear of it. */
    record New(TournamentRecord tournament) implements TournamentCreation {}

    /**
     * The same request was accepted before, and nothing was written.
     *
     * @param tournament that of the request, as it was accepted
     */
    record Repeated(TournamentRecord tournament) implements TournamentCreation {}

    /** As many of the owner's tournaments as may be are not over, and nothing was written. */
    record TooManyOpen() implements TournamentCreation {}

    /** The idempotency key was used for another request within the last 24 hours, and nothing was written. */
    record Conflicting() implements TournamentCreation {}
}
