package bout.api.tournament;

import bout.api.access.Caller;
import bout.api.access.Limits;
import bout.store.access.Scope;
import bout.telemetry.Settings;

/**
 * How large a tournament may be and how many an owner may have; 0 = no limit.
 *
 * @param matches the maximum for one tournament
 * @param open the maximum of tournaments in progress for one owner
 */
public record TournamentLimits(int matches, int open) {

    /** A round robin of 100 bots has 9,900 on each board. */
    public static final int MATCHES = 20_000;

    public static final int OPEN = 3;

    private static final TournamentLimits NONE = new TournamentLimits(0, 0);

    /** {@code BOUT_TOURNAMENT_MATCHES} and {@code BOUT_OPEN_TOURNAMENTS}. */
    public static TournamentLimits of(Settings settings) {
        return new TournamentLimits(
                Limits.read(settings, "BOUT_TOURNAMENT_MATCHES", MATCHES),
                Limits.read(settings, "BOUT_OPEN_TOURNAMENTS", OPEN));
    }

    /** The limits for a caller; admins have none. */
    public TournamentLimits of(Caller caller) {
        return caller.scope() == Scope.ADMIN ? NONE : this;
    }
}
