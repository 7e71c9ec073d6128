package bout.standings.tournament;

import bout.standings.pairings.RoundRobin;
import bout.standings.pairings.Swiss;
import bout.standings.tables.Ranking;
import java.util.Optional;

/**
 * All that decides, together with the results, who plays whom in a tournament, and how the table is sorted.
 *
 * @param players how many, at least 2, in the order of their seeding; in a gauntlet the first is the one against all
 * @param boards on how many boards each pair plays, at least 1; odd for a knockout
 * @param rounds of a swiss tournament; not looked at by other formats
 * @param order of the matches of a round robin; not looked at by other formats
 * @param seed of all lots
 * @param withdrawAfter a player whose calls all failed, at least so many, plays no more; at least 1
 */
public record Plan(
        Format format,
        int players,
        int boards,
        int rounds,
        RoundRobin.Order order,
        Ranking ranking,
        String seed,
        int withdrawAfter) {

    public Plan {
        wrong(format, players, boards, rounds, ranking, withdrawAfter).ifPresent(text -> {
            throw new IllegalArgumentException(text);
        });
    }

    /** What is wrong with such a plan, fit to be shown to who asked for it. */
    public static Optional<String> wrong(
            Format format, int players, int boards, int rounds, Ranking ranking, int withdrawAfter) {
        if (players < 2) {
            return Optional.of("a tournament needs 2 players at least, not " + players);
        }
        if (boards < 1) {
            return Optional.of("a tournament needs 1 board at least, not " + boards);
        }
        if (withdrawAfter < 1) {
            return Optional.of("a player is withdrawn after 1 failed call at least, not " + withdrawAfter);
        }
        if (format == Format.KNOCKOUT && boards % 2 == 0) {
            return Optional.of("a knockout is best of an odd number of boards, not of " + boards);
        }
        if (format == Format.SWISS && (rounds < 1 || rounds > Swiss.mostRounds(players))) {
            return Optional.of("a swiss tournament of " + players + " players has from 1 to "
                    + Swiss.mostRounds(players) + " rounds, in which surely nobody meets anyone twice, not " + rounds);
        }
        if (ranking == Ranking.SCORE && (format == Format.SWISS || format == Format.KNOCKOUT)) {
            return Optional.of("a " + format.code()
                    + " tournament is ranked by wins: its players do not all meet the same opponents");
        }
        return Optional.empty();
    }
}
