package bout.store.tournament;

import java.util.Objects;

/**
 * How many matches a tournament has, between whom, and what its table is sorted by. Its JSON form is part of the API's
 * answers.
 *
 * @param format the code of a format, such as {@code round-robin}
 * @param ranking the code of what the table is sorted by, such as {@code wins}
 * @param playerCount from 2 to {@value #MOST_PLAYERS}
 * @param boards on how many boards each pair plays
 * @param rounds of a swiss tournament; {@code null} for other formats
 * @param withdrawAfter a player whose calls all failed is withdrawn after so many
 * @param matches how many there are in all; where that depends on the results, the most there may be
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
