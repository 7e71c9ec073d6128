package bout.store.match;

import bout.engine.Replay;
import bout.engine.Result;
import bout.store.id.MatchIds;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A match as the table keeps it. The moves are not here but in the replay.
 *
 * @param id one of {@link MatchIds}
 * @param game the game's id
 * @param players seat 1, then seat 2
 * @param seed the text that the set-up is drawn from
 * @param options a plain value for each option of the game
 * @param timeLimit how long a bot may take for an answer, in ms, or {@code null} for the game's own limits
 * @param owner who asked for it, or {@code null} where nobody knows; see {@link #ownedBy}
 * @param notified who is told when it ends, or {@code null}; nobody is told of a match with a competition
 * @param competition what it is played for, or {@code null} where its result counts for nothing else
 * @param turn how many turns were played when the runner last said so
 * @param result how it ended, or {@code null} unless it is finished
 * @param failures the first {@value #STORED_FAILURES} calls that gave no move, in order
 * @param failureCount how many calls gave no move in all
 * @param tallies how the bots answered, seat 1, then seat 2; empty unless it is finished
 * @param reason why it failed, or {@code null} unless it has
 * @param createdAt when it was accepted. All times are cut to whole milliseconds, as the table keeps them
 * @param startedAt when a runner first took it, or {@code null}
 * @param finishedAt when it was finished or failed, or {@code null}
 * @param journalled the number of its entry in the journal of its {@link #subject}, or {@code null} while it has none
 */
public record MatchRecord(
        String id,
        String game,
        List<PlayerRecord> players,
        String seed,
        Map<String, Object> options,
        Integer timeLimit,
        String owner,
        Notify notified,
        Competition competition,
        Status status,
        int turn,
        Result result,
        List<Replay.FailedCall> failures,
        int failureCount,
        List<SeatTally> tallies,
        String reason,
        Instant createdAt,
        Instant startedAt,
        Instant finishedAt,
        Long journalled) {

    /** How many failed calls a record lists; the replay has them all. */
    public static final int STORED_FAILURES = 20;

    public MatchRecord {
        if (!MatchIds.isId(id)) {
            throw new IllegalArgumentException("not a match id: " + id);
        }
        Objects.requireNonNull(game, "a match has a game");
        Objects.requireNonNull(seed, "a match has a seed");
        Objects.requireNonNull(status, "a match has a status");
        players = List.copyOf(players);
        if (players.size() != 2) {
            throw new IllegalArgumentException("a match has two players, not " + players.size());
        }
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        failures = List.copyOf(failures);
        tallies = List.copyOf(tallies);
        if (notified != null && competition != null) {
            throw new IllegalArgumentException("nobody is told of the end of a match of a competition: " + id);
        }
        createdAt = millis(Objects.requireNonNull(createdAt, "a match was created at some time"));
        startedAt = millis(startedAt);
        finishedAt = millis(finishedAt);
    }

    /** A match that has just been asked for. */
    public static MatchRecord queued(
            String id,
            String game,
            List<PlayerRecord> players,
            String seed,
            Map<String, Object> options,
            Integer timeLimit,
            Instant createdAt) {
        return new MatchRecord(
                id,
                game,
                players,
                seed,
                options,
                timeLimit,
                null,
                null,
                null,
                Status.QUEUED,
                0,
                null,
                List.of(),
                0,
                List.of(),
                null,
                createdAt,
                null,
                null,
                null);
    }

    /** The record as it was when the match was accepted, whatever has become of it since. */
    public MatchRecord asAccepted() {
        return queued(id, game, players, seed, options, timeLimit, createdAt).with(owner, notified, competition);
    }

    /** The same match as that of an owner: the id of a token, or the name of a caller that has none. */
    public MatchRecord ownedBy(String itsOwner) {
        return with(itsOwner, notified, competition);
    }

    /** The same match, of whose end somebody is told. */
    public MatchRecord notifying(Notify whom) {
        return with(owner, whom, competition);
    }

    /** The same match as one whose result counts for standings. */
    public MatchRecord competing(Competition forWhat) {
        return with(owner, notified, forWhat);
    }

    private MatchRecord with(String itsOwner, Notify whom, Competition forWhat) {
        return new MatchRecord(
                id,
                game,
                players,
                seed,
                options,
                timeLimit,
                itsOwner,
                whom,
                forWhat,
                status,
                turn,
                result,
                failures,
                failureCount,
                tallies,
                reason,
                createdAt,
                startedAt,
                finishedAt,
                journalled);
    }

    /** Whose standings the result counts for, if for any. */
    public Optional<Subject> subject() {
        return Optional.ofNullable(competition).map(what -> what.subject(game));
    }

    private static Instant millis(Instant instant) {
        return instant == null ? null : instant.truncatedTo(ChronoUnit.MILLIS);
    }
}
