package bout.runner;

import bout.engine.Match;

/** Called after every turn of a match; decides whether the match continues. */
@FunctionalInterface
public interface TurnListener {

    /** Lets the match continue to its end. */
    TurnListener NONE = match -> true;

    /**
     * Called after each turn, on the thread that plays the match.
     *
     * @param match after the turn; must not be changed
     * @return whether to continue; after {@code false} the match stays as it is
     */
    boolean played(Match<?> match);
}
