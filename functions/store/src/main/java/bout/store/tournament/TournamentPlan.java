package bout.store.tournament;

import java.util.Objects;

/**
 * The matches of a tournament and the order of its table. Its JSON form is part of the API's responses. It is also
 * stored, and tournaments that run while a new version is deployed lack what that version adds: a new component must be
 * able to be {@code null}.
 *
 * @param format the code of a format, such as {@code round-robin}
 * @param ranking the code of what the table is sorted by, such as {@code wins}
 * @param playerCount from 2 to {@value #MOST_PLAYERS}
 * @param boards the number of boards that each pair plays
 * @param rounds only for swiss tournaments; {@code null} for other formats
 * @param withdrawAfter a player is withdrawn after this many calls if all of them failed
 * @param matches the total number; if it depends on results, the maximum
 */
public record TournamentPlan(
        String format, String ranking, int playerCount, int boards, Integer rounds, int withdrawAfter, long matches) {

    public static final int MOST_PLAYERS = 1000;

    public TournamentPlan {
        Objects.requireNonNull(format, "a tournament has a format");
        Objects.requireNonNull(ranking, "a tournament has a ranking");
        if (playerCount < 2 || playerCount > MOST_PLAYERS) {
            throw new IllegalArgumentException(
                    "a tournament has 2 to " + MOST_PLAYERS + " players, not " + playerCount);
        }
    }
}
