package bout.store.bot;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The health of a bot, from its rated matches and from the sweeps that regularly call all active bots. A bot that lost
 * two ladder matches in a row by failing, or failed {@value #FAILURES_TO_LEAVE} checks in a row, is suspended until a
 * check passes; see {@link Bots#suspend}.
 *
 * @param streak how many checks in a row have failed while it was not suspended
 * @param reason what was wrong last, in sentences for its owner, or {@code null} if the bot is healthy
 * @param checkedAt the time of the last sweep, or {@code null} before the first
 * @param changedAt when a suspension last began or ended, or {@code null} if there was none; {@link Bots} writes it
 */
public record Health(boolean suspended, int streak, String reason, Instant checkedAt, Instant changedAt) {

    /** After this many failed checks in a row, a bot is suspended. */
    public static final int FAILURES_TO_LEAVE = 3;

    /** A bot that was never checked counts as healthy, so that a ladder need not wait for the next sweep. */
    public static final Health UNKNOWN = new Health(false, 0, null, null, null);

    public Health {
        checkedAt = checkedAt == null ? null : checkedAt.truncatedTo(ChronoUnit.MILLIS);
        changedAt = changedAt == null ? null : changedAt.truncatedTo(ChronoUnit.MILLIS);
    }

    public Health passed(Instant at) {
        return new Health(false, 0, null, at, changedAt);
    }

    /** @param why fit to be shown to its owner */
    public Health failed(Instant at, String why) {
        if (suspended || streak + 1 == FAILURES_TO_LEAVE) {
            return new Health(true, 0, why, at, changedAt);
        }
        return new Health(false, streak + 1, why, at, changedAt);
    }
}
