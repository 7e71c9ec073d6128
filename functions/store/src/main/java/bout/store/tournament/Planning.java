package bout.store.tournament;

/** The result of a conditional change of a tournament. */
public sealed interface Planning {

    /** The change was made; this is the tournament now. */
    record Done(TournamentRecord tournament) implements Planning {}

    /** The tournament has changed since it was read; nothing was written. */
    record Outdated() implements Planning {}
}
