package bout.store.bot;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Whether a bot can be reckoned with, as the sweep that calls all active bots now and then has found it.
 *
 * @param suspended whether it is taken out: it failed {@value #FAILURES_TO_LEAVE} checks in a row, and has not passed
 *     {@value #PASSES_TO_RETURN} in a row since
 * @param streak how many checks in a row speak for a change of that: failed ones while it is in, passed ones while suspended
 * @param reason what was wrong at the last check that failed since it was last well, or {@code null}
 * @param checkedAt the time of the sweep that looked last, or {@code null} before the first
 */
public record Health(boolean suspended, int streak, String reason, Instant checkedAt) {

    /** So many failed checks in a row take a bot out. */
    public static final int FAILURES_TO_LEAVE = 3;

    /** So many passed checks in a row bring it back. */
    public static final int PASSES_TO_RETURN = 2;

    /** A bot that was never checked counts as well: a ladder should not have to wait for the next sweep. */
    public static final Health UNKNOWN = new Health(false, 0, null, null);

    public Health {
        checkedAt = checkedAt == null ? null : checkedAt.truncatedTo(ChronoUnit.MILLIS);
    }

    /** The health after a check that the bot passed. */
    public Health passed(Instant at) {
        if (!suspended || streak + 1 == PASSES_TO_RETURN) {
            return new Health(false, 0, null, at);
        }
        return new Health(true, streak + 1, reason, at);
    }

    /**
     * The health after a check that the bot failed.
     *
     * @param why fit to be shown to its owner
     */
    public Health failed(Instant at, String why) {
        if (suspended || streak + 1 == FAILURES_TO_LEAVE) {
            return new Health(true, 0, why, at);
        }
        return new Health(false, streak + 1, why, at);
    }
}
