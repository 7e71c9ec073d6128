package bout.runner;

import bout.engine.Match;

/** Hears of every turn of a match and says whether the match goes on. */
@FunctionalInterface
public interface TurnListener {

    /** Plays to the end. */
    TurnListener NONE = match -> true;

    /**
     * Called after each turn, on the thread that plays.
     *
     * @param match as it stands now; only for reading
     * @return whether to go on; after {@code false} the match stays as it is
     */
    boolean played(Match<?, ?> match);
}
