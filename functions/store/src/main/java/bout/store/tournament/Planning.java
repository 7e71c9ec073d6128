package bout.store.tournament;

public sealed interface Planning {

    record Done(TournamentRecord tournament) implements Planning {}

    /** The tournament has changed since it was read; nothing was written. */
    record Outdated() implements Planning {}
}
