package bout.store.tournament;

import bout.competition.Coded;
import bout.competition.pairings.Fixture;
import bout.competition.tournament.Plan;
import bout.store.match.GameSettings;
import bout.store.webhook.WebhookTarget;
import bout.table.Item.Within;
import bout.wire.id.IdKind;
import bout.wire.id.MatchIds;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

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
        if (!IdKind.TOURNAMENT.is(id)) {
            throw new IllegalArgumentException("not a tournament's id: " + id);
        }
        Objects.requireNonNull(settings, "a tournament has settings");
        createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
    }

    public static TournamentRecord planned(String id, TournamentSettings settings, Instant createdAt) {
        return new TournamentRecord(id, settings, createdAt, TournamentProgress.PLANNED);
    }

    public TournamentRecord asAccepted() {
        return planned(id, settings, createdAt);
    }

    /**
     * The tournament without what a person has chosen.
     *
     * @param names what becomes of names of players
     */
    TournamentRecord erased(Map<String, String> names, boolean webhook) {
        TournamentSettings its = settings;
        return new TournamentRecord(
                id,
                new TournamentSettings(
                        its.name, its.owner, its.isPublic, its.game, its.plan, webhook ? null : its.webhook),
                createdAt,
                new TournamentProgress(
                        progress.state,
                        progress.played,
                        progress.open,
                        progress.revision + 1,
                        progress.winners.stream()
                                .map(name -> names.getOrDefault(name, name))
                                .toList(),
                        progress.startedAt,
                        progress.finishedAt,
                        progress.revealedAt));
    }

    public TournamentState state() {
        return progress.state();
    }

    public String owner() {
        return settings.owner();
    }

    public boolean isPublic() {
        return settings.isPublic() || progress.revealedAt() != null;
    }

    public String game() {
        return settings.game().id();
    }

    /**
     * The id of a match; always the same, however often the match is created. Both matches of two players on a board
     * have ids that follow from each other.
     */
    public String matchId(Fixture fixture) {
        boolean second = fixture.players().size() == 2 && fixture.first() > fixture.second();
        List<Integer> players = (second ? fixture.swapped() : fixture).players();
        return MatchIds.onBoard(
                second,
                createdAt,
                Stream.of(
                                Stream.of(id, Integer.toString(fixture.board())),
                                players.stream().map(String::valueOf),
                                Stream.of("again " + fixture.again()).filter(text -> fixture.again() > 0))
                        .flatMap(texts -> texts)
                        .toArray(String[]::new));
    }

    /**
     * The state of a tournament: planned, running, then finished; or, after a request to cancel it, cancelling until no
     * match is open, then cancelled. It never goes back, except that a stage of a contest runs again for a match that
     * is played again.
     */
    public enum TournamentState implements Coded {
        /** Accepted; no match has started. */
        PLANNED,
        /** Its matches are being played. */
        RUNNING,
        /** No new matches start; running ones still count. */
        CANCELLING,
        /** All matches have been played. */
        FINISHED,
        /** Cancelled, and no match is open. */
        CANCELLED;

        public boolean over() {
            return this == FINISHED || this == CANCELLED;
        }
    }

    /**
     * How far a tournament is.
     *
     * @param played how many of its matches had a result when the planner last said so
     * @param open every match that may exist, except those whose results are in the journal
     * @param revision how often anything of it was changed, from 0
     * @param winners the names of those in the first place when it finished; empty if they are more than
     *     {@value #MOST_WINNERS}, or if it has not finished
     * @param startedAt when its first matches started, or {@code null}. All times are cut to whole milliseconds
     * @param revealedAt since when everybody may see it, if it was private before; otherwise {@code null}
     */
    public record TournamentProgress(
            TournamentState state,
            long played,
            List<Fixture> open,
            long revision,
            List<String> winners,
            Instant startedAt,
            Instant finishedAt,
            Instant revealedAt) {

        /** So that they fit into a message. */
        public static final int MOST_WINNERS = 4;

        public static final TournamentProgress PLANNED =
                new TournamentProgress(TournamentState.PLANNED, 0, List.of(), 0, List.of(), null, null, null);

        public TournamentProgress {
            Objects.requireNonNull(state, "a tournament has a state");
            open = List.copyOf(open);
            winners = List.copyOf(winners);
            startedAt = startedAt == null ? null : startedAt.truncatedTo(ChronoUnit.MILLIS);
            revealedAt = revealedAt == null ? null : revealedAt.truncatedTo(ChronoUnit.MILLIS);
            finishedAt = finishedAt == null ? null : finishedAt.truncatedTo(ChronoUnit.MILLIS);
        }
    }

    /**
     * A tournament as it was created. It never changes.
     *
     * @param isPublic whether others than its owner may see it from the start
     * @param plan who plays whom, from which seed
     * @param webhook where a webhook is sent when it ends, or {@code null}
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record TournamentSettings(
            String name,
            String owner,
            @JsonProperty("public") boolean isPublic,
            GameSettings game,
            Plan plan,
            WebhookTarget webhook) {

        public TournamentSettings {
            Objects.requireNonNull(name, "a tournament has a name");
            Objects.requireNonNull(owner, "a tournament has an owner");
            Objects.requireNonNull(game, "a tournament has a game");
            Objects.requireNonNull(plan, "a tournament has a plan");
            Objects.requireNonNull(plan.seed(), "a tournament has a seed");
        }
    }
}
