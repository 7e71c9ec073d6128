package bout.store.tournament;

import bout.store.id.MatchIds;
import bout.store.id.TournamentIds;
import bout.store.match.Notify;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A tournament as the table keeps it. Its players are read on their own ({@link Tournaments#players}), its results are
 * those of its matches.
 *
 * @param id one of {@link TournamentIds}
 * @param name as people see it
 * @param game the game's id
 * @param owner who asked for it
 * @param isPublic whether others than its owner may see it
 * @param format the code of a format, such as {@code round-robin}
 * @param ranking the code of what its table is sorted by, such as {@code wins}
 * @param players how many, from 2 to {@value #MOST_PLAYERS}
 * @param boards on how many boards each pair plays
 * @param rounds of a swiss tournament; 0 for other formats
 * @param seed the text that boards and lots are drawn from
 * @param options a plain value for each option of the game
 * @param timeLimit how long a bot may take for an answer, in ms, or {@code null} for the game's own limits
 * @param withdrawAfter after how many failed calls a player plays no more whose calls all failed
 * @param notified who is told when it is over, or {@code null}
 * @param matches how many there are in all; where that depends on the results, how many there may be at most
 * @param played how many of them had a result when the planner last said so
 * @param open every match that may exist, but for those whose results are in the journal
 * @param planRevision how often anything of it was changed, from 0
 * @param reason why it was cancelled, or {@code null}
 * @param createdAt when it was accepted. All times are cut to whole milliseconds, as the table keeps them
 * @param startedAt when its first matches were begun, or {@code null}
 * @param finishedAt when it was over, or {@code null}
 */
public record TournamentRecord(
        String id,
        String name,
        String game,
        String owner,
        boolean isPublic,
        String format,
        String ranking,
        int players,
        int boards,
        int rounds,
        String seed,
        Map<String, Object> options,
        Integer timeLimit,
        int withdrawAfter,
        Notify notified,
        long matches,
        TournamentState state,
        long played,
        List<OpenFixture> open,
        long planRevision,
        String reason,
        Instant createdAt,
        Instant startedAt,
        Instant finishedAt) {

    public static final int MOST_PLAYERS = 1000;

    public TournamentRecord {
        if (!TournamentIds.isId(id)) {
            throw new IllegalArgumentException("not a tournament's id: " + id);
        }
        Objects.requireNonNull(name, "a tournament has a name");
        Objects.requireNonNull(game, "a tournament has a game");
        Objects.requireNonNull(owner, "a tournament has an owner");
        Objects.requireNonNull(format, "a tournament has a format");
        Objects.requireNonNull(ranking, "a tournament has a ranking");
        Objects.requireNonNull(seed, "a tournament has a seed");
        Objects.requireNonNull(state, "a tournament has a state");
        if (players < 2 || players > MOST_PLAYERS) {
            throw new IllegalArgumentException("a tournament has 2 to " + MOST_PLAYERS + " players, not " + players);
        }
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        open = List.copyOf(open);
        createdAt = millis(Objects.requireNonNull(createdAt, "a tournament was created at some time"));
        startedAt = millis(startedAt);
        finishedAt = millis(finishedAt);
    }

    /** A tournament that has just been asked for. */
    public static TournamentRecord planned(
            String id,
            String name,
            String game,
            String owner,
            boolean isPublic,
            String format,
            String ranking,
            int players,
            int boards,
            int rounds,
            String seed,
            Map<String, Object> options,
            Integer timeLimit,
            int withdrawAfter,
            Notify notified,
            long matches,
            Instant createdAt) {
        return new TournamentRecord(
                id,
                name,
                game,
                owner,
                isPublic,
                format,
                ranking,
                players,
                boards,
                rounds,
                seed,
                options,
                timeLimit,
                withdrawAfter,
                notified,
                matches,
                TournamentState.PLANNED,
                0,
                List.of(),
                0,
                null,
                createdAt,
                null,
                null);
    }

    /** The record as it was when the tournament was accepted, whatever has become of it since. */
    public TournamentRecord asAccepted() {
        return planned(
                id,
                name,
                game,
                owner,
                isPublic,
                format,
                ranking,
                players,
                boards,
                rounds,
                seed,
                options,
                timeLimit,
                withdrawAfter,
                notified,
                matches,
                createdAt);
    }

    /**
     * The id that the tournament's match of two players on a board has, whoever begins it and however often.
     *
     * @param board from 0
     * @param first the index of the player in seat 1
     * @param second the index of the player in seat 2
     */
    public String matchId(int board, int first, int second) {
        return MatchIds.derived(
                createdAt, id, Integer.toString(board), Integer.toString(first), Integer.toString(second));
    }

    private static Instant millis(Instant instant) {
        return instant == null ? null : instant.truncatedTo(ChronoUnit.MILLIS);
    }
}
