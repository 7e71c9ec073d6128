package bout.store.bot;

import bout.engine.Seat;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;

/**
 * A check that a bot's owner requested: real calls and the answers.
 *
 * @param id unique; the message to the checker carries it
 * @param match the match of which one request was sent again, or {@code null} for a check in usual situations
 * @param askedAt when it was requested. All times are cut to whole milliseconds
 * @param finishedAt when it finished, or {@code null} while it is waiting
 * @param calls the calls; empty while it is waiting
 */
public record BotCheck(String id, String match, Instant askedAt, Instant finishedAt, List<CheckedCall> calls) {

    /**
     * One call.
     *
     * @param sent the beginning of what was sent
     * @param came the beginning of the answer, or {@code null} if none could be read
     * @param text what the answer means, or what is wrong with it
     */
    public record CheckedCall(
            int turn, Seat seat, String sent, String came, int milliseconds, boolean passed, String text) {}

    public BotCheck {
        Objects.requireNonNull(id, "a check has an id");
        askedAt = askedAt.truncatedTo(ChronoUnit.MILLIS);
        finishedAt = finishedAt == null ? null : finishedAt.truncatedTo(ChronoUnit.MILLIS);
        calls = List.copyOf(calls);
    }

    public static BotCheck asked(String id, Instant at) {
        return ofMatch(id, null, at);
    }

    public static BotCheck ofMatch(String id, String match, Instant at) {
        return new BotCheck(id, match, at, null, List.of());
    }

    public BotCheck finished(Instant at, List<CheckedCall> made) {
        return new BotCheck(id, match, askedAt, at, made);
    }
}
