package bout.store.tournament;

/** What became of a change of a tournament by who had read it before. */
public sealed interface Planning {

    /** It is written; so is the tournament now. */
    record Done(TournamentRecord tournament) implements Planning {}

    /** The tournament has been changed since it was read, and nothing was written. */
    record Outdated() implements Planning {}
}
