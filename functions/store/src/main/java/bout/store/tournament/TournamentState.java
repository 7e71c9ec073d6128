package bout.store.tournament;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The state of a tournament: planned, running, then finished; or, after a request to cancel it, cancelling until no
 * match is open, then cancelled. It never goes back.
 */
public enum TournamentState {
    /** Accepted; no match has started. */
    PLANNED("planned"),
    /** Its matches are being played. */
    RUNNING("running"),
    /** No new matches start; running ones still count. */
    CANCELLING("cancelling"),
    /** All matches have been played. */
    FINISHED("finished"),
    /** Cancelled, and no match is open. */
    CANCELLED("cancelled");

    /** All codes. */
    public static final List<String> CODES =
            Arrays.stream(values()).map(TournamentState::code).toList();

    private final String code;

    TournamentState(String code) {
        this.code = code;
    }

    /** The code in the API and in the table. */
    public String code() {
        return code;
    }

    /** Whether the tournament no longer changes. */
    public boolean over() {
        return this == FINISHED || this == CANCELLED;
    }

    /** The state with this code, if there is one. */
    public static Optional<TournamentState> of(String code) {
        return Arrays.stream(values()).filter(state -> state.code.equals(code)).findFirst();
    }
}
