package bout.store.tournament;

import bout.competition.pairings.Fixture;
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
 * @param winners the names of those in the first place when it finished; empty if they are more than
 *     {@value #MOST_WINNERS}, or if it has not finished
 * @param startedAt when its first matches started, or {@code null}. All times are cut to whole milliseconds
 */
public record TournamentProgress(
        TournamentState state,
        long played,
        List<Fixture> open,
        long revision,
        String reason,
        List<String> winners,
        Instant startedAt,
        Instant finishedAt) {

    /** So that they fit into a message. */
    public static final int MOST_WINNERS = 4;

    public static final TournamentProgress PLANNED =
            new TournamentProgress(TournamentState.PLANNED, 0, List.of(), 0, null, List.of(), null, null);

    public TournamentProgress {
        Objects.requireNonNull(state, "a tournament has a state");
        open = List.copyOf(open);
        winners = List.copyOf(winners);
        startedAt = startedAt == null ? null : startedAt.truncatedTo(ChronoUnit.MILLIS);
        finishedAt = finishedAt == null ? null : finishedAt.truncatedTo(ChronoUnit.MILLIS);
    }
}
