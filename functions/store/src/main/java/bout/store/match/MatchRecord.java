package bout.store.match;

import bout.competition.journal.Subject;
import bout.engine.Forfeit;
import bout.engine.Result;
import bout.engine.Seat;
import bout.games.Games;
import bout.store.id.MatchIds;
import bout.store.table.Within;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A match as the table stores it. The moves are in the replay.
 *
 * @param createdAt when it was accepted, cut to whole milliseconds as the table keeps it
 */
public record MatchRecord(
        String id,
        MatchSettings settings,
        MatchOrigin origin,
        Instant createdAt,
        @Within MatchProgress progress,
        @Within MatchOutcome outcome) {

    /** A match with less than this part of the usual turns is short. */
    private static final int SHORT = 10;

    public MatchRecord {
        if (!MatchIds.isId(id)) {
            throw new IllegalArgumentException("not a match id: " + id);
        }
        Objects.requireNonNull(settings, "a match has settings");
        Objects.requireNonNull(origin, "a match has an origin");
        Objects.requireNonNull(progress, "a match has a progress");
        Objects.requireNonNull(outcome, "a match has an outcome, if an empty one");
        createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
    }

    public static MatchRecord queued(String id, MatchSettings settings, MatchOrigin origin, Instant createdAt) {
        return new MatchRecord(id, settings, origin, createdAt, MatchProgress.QUEUED, MatchOutcome.NONE);
    }

    public MatchRecord asAccepted() {
        return queued(id, settings, origin, createdAt);
    }

    public String game() {
        return settings.game().id();
    }

    public List<PlayerRecord> players() {
        return settings.players();
    }

    public Status status() {
        return progress.status();
    }

    /**
     * How the match was lost by failing: the loser ended it so, or, where play goes on after a failed call, at least
     * half of its calls failed.
     */
    public Optional<Forfeit> forfeit() {
        Result result = outcome.result();
        if (result == null) {
            return Optional.empty();
        }
        return Games.byId(game())
                .flatMap(game -> Forfeit.of(game, result, outcome.failures()))
                .or(() -> Optional.ofNullable(result.winner())
                        .map(Seat::other)
                        .filter(loser -> !outcome.tallies().isEmpty())
                        .flatMap(loser -> outcome.tallies()
                                .get(loser.index())
                                .mostlyFailed()
                                .map(kind -> new Forfeit(loser, kind))));
    }

    public Optional<Seat> failedSeat() {
        return forfeit().map(Forfeit::seat);
    }

    /**
     * Whether pages, feeds and previews offer the match to people who did not ask for it. Not if a bot failed in it, if
     * nobody scored, or if it took less than a tenth of the game's usual turns.
     */
    public boolean worthShowing() {
        Result result = outcome.result();
        return result != null
                && outcome.failureCount() == 0
                && (result.firstScore() != 0 || result.secondScore() != 0)
                && Games.byId(game())
                        .filter(game -> !game.endedByFailure(result))
                        .filter(game -> progress.turn() * SHORT >= game.usualTurns())
                        .isPresent();
    }

    public boolean rated() {
        return origin.competition() != null;
    }

    /** The id of the match in which the same players play on the same board from the other seats, if there is one. */
    public String otherOnBoard() {
        return MatchIds.otherOnBoard(id);
    }

    /**
     * Whether others than admins may learn who played, on which board and how it ended. Of a rated match only once its
     * result is in the journal, where it comes when all matches on its board are over: otherwise a bot that has ended
     * one of them could use that for the other.
     */
    public boolean shown() {
        return !rated() || outcome.journalled() != null;
    }

    /** The status as everyone may know it: a match that is not yet {@link #shown} counts as running until it is. */
    public Status shownStatus() {
        return status() == Status.FINISHED && !shown() ? Status.RUNNING : status();
    }

    public Optional<Subject> subject() {
        return Optional.ofNullable(origin.competition()).map(competition -> competition.subject(game()));
    }
}
