package bout.standings.tournament;

import bout.engine.TournamentStyle;
import bout.standings.pairings.Encounter;
import bout.standings.pairings.Gauntlet;
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

    /** How many players a tournament may have. */
    public static final int MOST_PLAYERS = 1000;

    /** On how many boards a pair may play. */
    public static final int MOST_BOARDS = 100_000;

    /** What is usual for {@link #withdrawAfter}. */
    public static final int USUAL_WITHDRAW_AFTER = 20;

    /** What may be asked of {@link #withdrawAfter} at most. */
    public static final int MOST_WITHDRAW_AFTER = 1_000_000;

    public Plan {
        wrong(format, players, boards, rounds, ranking, withdrawAfter).ifPresent(wrong -> {
            throw new IllegalArgumentException(wrong.text());
        });
    }

    /**
     * Something that a plan cannot have.
     *
     * @param field which of the plan's components it is about, by its name
     * @param text what is wrong, fit to be shown to who asked for it
     */
    public record Violation(String field, String text) {}

    /** What is wrong with such a plan, if something is; the first thing of several. */
    public static Optional<Violation> wrong(
            Format format, int players, int boards, int rounds, Ranking ranking, int withdrawAfter) {
        if (players < 2 || players > MOST_PLAYERS) {
            return wrong("players", "a tournament has from 2 to " + MOST_PLAYERS + " players, not " + players);
        }
        if (boards < 1 || boards > MOST_BOARDS) {
            return wrong("boards", "a tournament has from 1 to " + MOST_BOARDS + " boards, not " + boards);
        }
        if (withdrawAfter < 1 || withdrawAfter > MOST_WITHDRAW_AFTER) {
            return wrong(
                    "withdrawAfter",
                    "a player is withdrawn after 1 to " + MOST_WITHDRAW_AFTER + " failed calls, not " + withdrawAfter);
        }
        if (format == Format.KNOCKOUT && boards % 2 == 0) {
            return wrong("boards", "a knockout is best of an odd number of boards, not of " + boards);
        }
        if (format == Format.SWISS && (rounds < 1 || rounds > Swiss.mostRounds(players))) {
            return wrong(
                    "rounds",
                    "a swiss tournament of " + players + " players has from 1 to " + Swiss.mostRounds(players)
                            + " rounds, in which surely nobody meets anyone twice, not " + rounds);
        }
        if (ranking == Ranking.SCORE && (format == Format.SWISS || format == Format.KNOCKOUT)) {
            return wrong(
                    "ranking",
                    "a " + format.code()
                            + " tournament is ranked by wins: its players do not all meet the same opponents");
        }
        return Optional.empty();
    }

    private static Optional<Violation> wrong(String field, String text) {
        return Optional.of(new Violation(field, text));
    }

    /** What a tournament of a game is ranked by where nobody says: as the game's original had it, or else by wins. */
    public static Ranking usualRanking(TournamentStyle style, Format format) {
        boolean byScore = format == Format.ROUND_ROBIN && style == TournamentStyle.SCORES_OF_ORDERED_PAIRS;
        return byScore ? Ranking.SCORE : Ranking.WINS;
    }

    /** How many matches there are in all; where that depends on the results, how many there may be at most. */
    public long mostMatches() {
        return switch (format) {
            case ROUND_ROBIN -> new RoundRobin(players, boards, order).fixtures();
            case GAUNTLET -> new Gauntlet(players, boards).fixtures();
            case SWISS -> (long) rounds * boards * (players / 2);
            case KNOCKOUT -> (players - 1) * (boards + 2L * Encounter.MOST_ADDED_BOARDS);
        };
    }
}
