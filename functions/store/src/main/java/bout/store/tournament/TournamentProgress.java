package bout.store.tournament;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;

/**
 * How far a tournament is.
 *
 * @param played how many of its matches had a result when the planner last said so
 * @param open every match that may exist, except those whose results are in the journal
 * @param revision how often anything of it was changed, from 0
 * @param reason why it was cancelled, or {@code null}
 * @param startedAt when its first matches started, or {@code null}. All times are cut to whole milliseconds
 * @param finishedAt when it ended, or {@code null}
 */
public record TournamentProgress(
        TournamentState state,
        long played,
        List<OpenFixture> open,
        long revision,
        String reason,
        Instant startedAt,
        Instant finishedAt) {

    /** No match has started. */
    public static final TournamentProgress PLANNED =
            new TournamentProgress(TournamentState.PLANNED, 0, List.of(), 0, null, null, null);

    public TournamentProgress {
        Objects.requireNonNull(state, "a tournament has a state");
        open = List.copyOf(open);
        startedAt = startedAt == null ? null : startedAt.truncatedTo(ChronoUnit.MILLIS);
        finishedAt = finishedAt == null ? null : finishedAt.truncatedTo(ChronoUnit.MILLIS);
    }
}
