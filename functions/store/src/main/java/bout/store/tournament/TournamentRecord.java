package bout.store.tournament;

import bout.competition.pairings.Fixture;
import bout.store.id.MatchIds;
import bout.store.id.TournamentIds;
import bout.store.table.Within;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * A tournament as the table stores it. Its players are read separately ({@link Tournaments#players}), and its results
 * are in its journal.
 *
 * @param createdAt when it was accepted, cut to whole milliseconds as the table keeps it
 */
public record TournamentRecord(
        String id,
        TournamentSettings settings,
        Instant createdAt,
        @Within TournamentProgress progress) {

    public TournamentRecord {
        if (!TournamentIds.isId(id)) {
            throw new IllegalArgumentException("not a tournament's id: " + id);
        }
        Objects.requireNonNull(settings, "a tournament has settings");
        Objects.requireNonNull(progress, "a tournament has a progress");
        createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
    }

    public static TournamentRecord planned(String id, TournamentSettings settings, Instant createdAt) {
        return new TournamentRecord(id, settings, createdAt, TournamentProgress.PLANNED);
    }

    public TournamentRecord asAccepted() {
        return planned(id, settings, createdAt);
    }

    public TournamentState state() {
        return progress.state();
    }

    public String owner() {
        return settings.owner();
    }

    public boolean isPublic() {
        return settings.isPublic();
    }

    public String game() {
        return settings.game().id();
    }

    /** The id of the match of two players on a board; always the same, however often the match is created. */
    public String matchId(Fixture fixture) {
        return MatchIds.onBoard(
                fixture.first() > fixture.second(),
                createdAt,
                id,
                Integer.toString(fixture.board()),
                Integer.toString(Math.min(fixture.first(), fixture.second())),
                Integer.toString(Math.max(fixture.first(), fixture.second())));
    }
}
