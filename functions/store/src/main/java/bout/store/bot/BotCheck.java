package bout.store.bot;

import bout.engine.Seat;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;

/**
 * A check of a bot that its owner asked for: real calls, and what came back.
 *
 * @param id tells this check from every other; the message to the checker carries it
 * @param askedAt when it was asked for. All times are cut to whole milliseconds
 * @param finishedAt when it was made, or {@code null} while it waits
 * @param calls what was called; empty while it waits
 */
public record BotCheck(String id, Instant askedAt, Instant finishedAt, List<CheckedCall> calls) {

    /**
     * One call.
     *
     * @param sent the begin of what was sent
     * @param came the begin of what came, or {@code null} where no answer could be read
     * @param milliseconds how long it took
     * @param passed whether it is a legal answer
     * @param text what the answer does, or what is wrong with it
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
        return new BotCheck(id, at, null, List.of());
    }

    public BotCheck finished(Instant at, List<CheckedCall> made) {
        return new BotCheck(id, askedAt, at, made);
    }
}
