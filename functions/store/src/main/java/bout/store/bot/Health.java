package bout.store.bot;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The health of a bot, from the sweeps that regularly call all active bots.
 *
 * @param suspended whether it is suspended: it failed {@value #FAILURES_TO_LEAVE} checks in a row, and has not passed
 *     {@value #PASSES_TO_RETURN} in a row since
 * @param streak how many checks in a row count towards a change: failed ones, or passed ones while suspended
 * @param reason what was wrong at the last failed check, or {@code null} if the bot is healthy
 * @param checkedAt the time of the last sweep, or {@code null} before the first
 */
public record Health(boolean suspended, int streak, String reason, Instant checkedAt) {

    /** After this many failed checks in a row, a bot is suspended. */
    public static final int FAILURES_TO_LEAVE = 3;

    /** After this many passed checks in a row, the suspension ends. */
    public static final int PASSES_TO_RETURN = 2;

    /** A bot that was never checked counts as healthy, so that a ladder need not wait for the next sweep. */
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
