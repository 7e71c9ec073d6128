package bout.store.tournament;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where a tournament is in its life: planned, running, then finished; or, once it was cancelled, cancelling until none of
 * its matches is open, then cancelled. It never goes back.
 */
public enum TournamentState {
    /** Accepted; no match has been begun. */
    PLANNED("planned"),
    /** Its matches are played. */
    RUNNING("running"),
    /** Called off, but matches of it are still open; none is begun any more. */
    CANCELLING("cancelling"),
    /** All of its matches are played. */
    FINISHED("finished"),
    /** Called off, and none of its matches is open. */
    CANCELLED("cancelled");

    /** The codes of all. */
    public static final List<String> CODES =
            Arrays.stream(values()).map(TournamentState::code).toList();

    private final String code;

    TournamentState(String code) {
        this.code = code;
    }

    /** What the API and the table say. */
    public String code() {
        return code;
    }

    /** Whether nothing about the tournament changes any more. */
    public boolean over() {
        return this == FINISHED || this == CANCELLED;
    }

    /** The state with this code, if there is one. */
    public static Optional<TournamentState> of(String code) {
        return Arrays.stream(values()).filter(state -> state.code.equals(code)).findFirst();
    }
}
