package bout.store.match;

import bout.competition.Outcome;
import bout.competition.journal.Competition;
import bout.competition.journal.Competition.Subject;
import bout.competition.tally.SeatTally;
import bout.engine.Forfeit;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Replay;
import bout.engine.Result;
import bout.engine.Seat;
import bout.games.Games;
import bout.store.webhook.WebhookTarget;
import bout.table.Item.Within;
import bout.wire.id.MatchIds;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

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
        createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
    }

    public static MatchRecord queued(String id, MatchSettings settings, MatchOrigin origin, Instant createdAt) {
        return new MatchRecord(id, settings, origin, createdAt, MatchProgress.QUEUED, MatchOutcome.NONE);
    }

    public MatchRecord asAccepted() {
        return queued(id, settings, origin, createdAt);
    }

    /**
     * The match without what a person has chosen.
     *
     * @param erased what becomes of a player; itself, if it stays
     */
    public MatchRecord erased(UnaryOperator<PlayerRecord> erased, boolean withWebhook) {
        List<PlayerRecord> players = players().stream().map(erased).toList();
        String reason = outcome.reason;
        for (int i = 0; reason != null && i < players.size(); i++) {
            reason = reason.replace(players().get(i).name(), players.get(i).name());
        }
        return new MatchRecord(
                id,
                new MatchSettings(settings.game, players, settings.seed),
                new MatchOrigin(origin.owner, withWebhook ? null : origin.webhook, origin.competition, origin.hidden),
                createdAt,
                progress,
                new MatchOutcome(
                        outcome.result,
                        outcome.failures,
                        outcome.failureCount,
                        outcome.tallies,
                        reason,
                        outcome.finishedAt,
                        outcome.journalled));
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
                .or(() -> Optional.ofNullable(result.loser())
                        .filter(loser ->
                                result.winner() != loser && !outcome.tallies().isEmpty())
                        .flatMap(loser -> outcome.tallies()
                                .get(loser.index())
                                .mostlyFailed()
                                .map(kind -> new Forfeit(loser, kind))));
    }

    public Optional<Seat> failedSeat() {
        return forfeit().map(Forfeit::seat);
    }

    /** The same match, no longer for its owner only. */
    public MatchRecord revealed() {
        return new MatchRecord(
                id,
                settings,
                new MatchOrigin(origin.owner(), origin.webhook(), origin.competition()),
                createdAt,
                progress,
                outcome);
    }

    /** How a finished match ended, with such names: {@code Ann wins}, {@code draw} or {@code Bob loses (timed out)}. */
    public String ending(List<String> names) {
        String lost = forfeit()
                .map(each -> names.get(each.seat().index()) + " loses ("
                        + each.kind().lost() + ")")
                .orElse(null);
        String ending = Outcome.of(outcome.result(), failedSeat().orElse(null)).ending(names);
        return lost == null ? ending : names.size() == 2 ? lost : ending + ", " + lost;
    }

    /** The bot's version at this seat, if it was noted when the match was created; only matches of ladders do. */
    public Optional<Integer> version(Seat seat) {
        return origin.competition() instanceof Competition.OfLadder(String _, List<Integer> versions)
                ? Optional.of(versions.get(seat.index())).filter(version -> version > 0)
                : Optional.empty();
    }

    /**
     * Whether pages, feeds and previews offer the match to people who did not ask for it. Not if a bot failed in it, if
     * no one scored, or if it took less than a tenth of the game's usual turns.
     */
    public boolean worthShowing() {
        Result result = outcome.result();
        return result != null
                && outcome.failureCount() == 0
                && result.scores().stream().anyMatch(score -> score != 0)
                && Games.byId(game())
                        .filter(game -> !game.endedByFailure(result))
                        .filter(game -> progress.turn() * SHORT >= game.usualTurns())
                        .isPresent();
    }

    public boolean rated() {
        return origin.competition() != null;
    }

    /**
     * A live replay has the set-up. A spectator who knows the coming chance events of a rated match could tell a bot.
     */
    public boolean mayBeWatched() {
        return !(rated() && Games.byId(game()).filter(Game::setUpTellsChance).isPresent());
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

    /**
     * How far a match is.
     *
     * @param turn how many turns were played when the runner last said so
     * @param startedAt when a runner first took it, cut to whole milliseconds, or {@code null}
     */
    public record MatchProgress(Status status, int turn, Instant startedAt) {

        public static final MatchProgress QUEUED = new MatchProgress(Status.QUEUED, 0, null);

        public MatchProgress {
            Objects.requireNonNull(status, "a match has a status");
            startedAt = startedAt == null ? null : startedAt.truncatedTo(ChronoUnit.MILLIS);
        }
    }

    /**
     * How a match ended.
     *
     * @param result {@code null} unless it is finished
     * @param failures the first {@value #STORED_FAILURES} failed calls, in order
     * @param failureCount how many calls failed in all
     * @param tallies how the bots answered, by seat; empty unless it is finished
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

    /**
     * The game and the players of a match. It never changes.
     *
     * @param players by seat, as many as the game takes
     * @param seed the text from which the match's random numbers are drawn
     */
    public record MatchSettings(GameSettings game, List<PlayerRecord> players, String seed) {

        public MatchSettings {
            Objects.requireNonNull(game, "a match is played of a game");
            Objects.requireNonNull(seed, "a match has a seed");
            players = List.copyOf(players);
            GameCard.Seats seats =
                    Games.byId(game.id()).map(known -> known.card().seats()).orElse(GameCard.Seats.ANY);
            if (!seats.allow(players.size())) {
                throw new IllegalArgumentException("a match has " + seats.players() + ", not " + players.size());
            }
        }
    }

    /**
     * Who started a match, and for what. It never changes.
     *
     * @param owner the id of a token, or the name of a caller that has none; {@code null} if unknown
     * @param webhook where a webhook is sent when the match ends, or {@code null}; never for a match with a competition
     * @param competition what the match counts for besides itself, or {@code null}
     * @param hidden {@code true} for a match of a private tournament or with a private bot, which only its owner may
     *     see; otherwise {@code null}
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record MatchOrigin(String owner, WebhookTarget webhook, Competition competition, Boolean hidden) {

        public static final MatchOrigin UNKNOWN = new MatchOrigin(null, null, null);

        public MatchOrigin {
            hidden = Boolean.TRUE.equals(hidden) ? true : null;
            if (webhook != null && competition != null) {
                throw new IllegalArgumentException("no webhook is sent for a match with a competition: " + competition);
            }
        }

        public MatchOrigin(String owner, WebhookTarget webhook, Competition competition) {
            this(owner, webhook, competition, null);
        }

        public boolean seenByOwnerOnly() {
            return hidden != null;
        }

        public static MatchOrigin owner(String owner) {
            return new MatchOrigin(owner, null, null);
        }

        public static MatchOrigin competition(Competition competition) {
            return new MatchOrigin(null, null, competition);
        }
    }
}
