package bout.api.tournament;

import bout.api.access.Caller;
import bout.api.access.Limits;
import bout.store.access.Scope;
import bout.telemetry.Settings;

/**
 * How large tournaments may be and how many an owner may have; 0 = as they like.
 *
 * @param matches of one tournament, at most
 * @param open tournaments of one owner that are not over
 */
public record TournamentLimits(int matches, int open) {

    private static final TournamentLimits NONE = new TournamentLimits(0, 0);

    /** {@code BOUT_TOURNAMENT_MATCHES} and {@code BOUT_OPEN_TOURNAMENTS}. */
    public static TournamentLimits of(Settings settings) {
        return new TournamentLimits(
                Limits.read(settings, "BOUT_TOURNAMENT_MATCHES"), Limits.read(settings, "BOUT_OPEN_TOURNAMENTS"));
    }

    /** Those of a caller; admins have none. */
    public TournamentLimits of(Caller caller) {
        return caller.scope() == Scope.ADMIN ? NONE : this;
    }
}
