package bout.store.match;

import bout.competition.tally.SeatTally;
import bout.engine.Replay;
import bout.engine.Result;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * How a match ended.
 *
 * @param result {@code null} unless it is finished
 * @param failures the first {@value #STORED_FAILURES} failed calls, in order
 * @param failureCount how many calls failed in all
 * @param tallies how the bots answered, seat 1, then seat 2; empty unless it is finished
 * @param reason why it failed or was cancelled, or {@code null}
 * @param finishedAt when it ended, cut to whole milliseconds, or {@code null}
 * @param journalled the number of its entry in the journal of its {@link MatchRecord#subject}, or {@code null}
 */
public record MatchOutcome(
        Result result,
        List<Replay.FailedCall> failures,
        int failureCount,
        List<SeatTally> tallies,
        String reason,
        Instant finishedAt,
        Long journalled) {

    /** How many failed calls a record lists; the replay has them all. */
    public static final int STORED_FAILURES = 20;

    public static final MatchOutcome NONE = new MatchOutcome(null, List.of(), 0, List.of(), null, null, null);

    public MatchOutcome {
        failures = List.copyOf(failures);
        tallies = List.copyOf(tallies);
        finishedAt = finishedAt == null ? null : finishedAt.truncatedTo(ChronoUnit.MILLIS);
    }
}
