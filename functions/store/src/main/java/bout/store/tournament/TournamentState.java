package bout.store.tournament;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The state of a tournament: planned, running, then finished; or, after a request to cancel it, cancelling until no
 * match is open, then cancelled. It never goes back.
 */
public enum TournamentState {
    /** Accepted; no match has started. */
    PLANNED,
    /** Its matches are being played. */
    RUNNING,
    /** No new matches start; running ones still count. */
    CANCELLING,
    /** All matches have been played. */
    FINISHED,
    /** Cancelled, and no match is open. */
    CANCELLED;

    public static final List<String> CODES =
            Arrays.stream(values()).map(TournamentState::code).toList();

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean over() {
        return this == FINISHED || this == CANCELLED;
    }

    public static Optional<TournamentState> of(String code) {
        return Arrays.stream(values())
                .filter(state -> state.code().equals(code))
                .findFirst();
    }
}
