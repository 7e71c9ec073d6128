package bout.competition.tournament;

import bout.competition.pairings.Encounter;
import bout.competition.pairings.Gauntlet;
import bout.competition.pairings.RoundRobin;
import bout.competition.pairings.Swiss;
import bout.competition.tables.Ranking;
import bout.engine.TournamentStyle;
import java.util.Optional;

/**
 * The settings that, together with the results, decide who plays whom in a tournament and how its table is sorted.
 *
 * @param players the number of players, at least 2, in order of seed; in a gauntlet the first plays against all others
 * @param boards the number of boards for each pair, at least 1; odd for a knockout
 * @param rounds the number of rounds of a Swiss tournament; ignored by other formats
 * @param order the order of matches in a round robin; ignored by other formats
 * @param seed for everything that is drawn by lot; {@code null} only to ask how many matches there would be
 * @param withdrawAfter a player is withdrawn once it has this many calls, at least 1, and all of them have failed
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

    /** The maximum number of players. */
    public static final int MOST_PLAYERS = 1000;

    /** The maximum number of boards for a pair. */
    public static final int MOST_BOARDS = 100_000;

    /** The default for {@link #withdrawAfter}. */
    public static final int USUAL_WITHDRAW_AFTER = 20;

    /** The maximum for {@link #withdrawAfter}. */
    public static final int MOST_WITHDRAW_AFTER = 1_000_000;

    public Plan {
        violation(format, players, boards, rounds, ranking, withdrawAfter).ifPresent(wrong -> {
            throw new IllegalArgumentException(wrong.text());
        });
    }

    /** A plan with one board, the usual number of rounds, a circle as order, and a table sorted by wins. */
    public static Builder of(Format format, int players) {
        return new Builder(format, players);
    }

    /** A plan that is still being put together; it may break the rules for plans. */
    public static final class Builder {

        private final Format format;
        private final int players;
        private int boards = 1;
        private int rounds;
        private RoundRobin.Order order = RoundRobin.Order.CIRCLE;
        private Ranking ranking = Ranking.WINS;
        private String seed;
        private int withdrawAfter = USUAL_WITHDRAW_AFTER;

        private Builder(Format format, int players) {
            this.format = format;
            this.players = players;
            rounds = Swiss.usualRounds(Math.max(2, players));
        }

        public Builder boards(int number) {
            boards = number;
            return this;
        }

        /** @param number {@code null} for the usual number */
        public Builder rounds(Integer number) {
            if (number != null) {
                rounds = number;
            }
            return this;
        }

        public Builder order(RoundRobin.Order ofMatches) {
            order = ofMatches;
            return this;
        }

        public Builder ranking(Ranking ofTable) {
            ranking = ofTable;
            return this;
        }

        public Builder seed(String text) {
            seed = text;
            return this;
        }

        public Builder withdrawAfter(int calls) {
            withdrawAfter = calls;
            return this;
        }

        /** The first setting that is not allowed, if there is one. */
        public Optional<Violation> violation() {
            return Plan.violation(format, players, boards, rounds, ranking, withdrawAfter);
        }

        /** @throws IllegalArgumentException with the text of the first violation */
        public Plan build() {
            return new Plan(format, players, boards, rounds, order, ranking, seed, withdrawAfter);
        }
    }

    /**
     * A setting that is not allowed.
     *
     * @param field the name of the plan's component
     * @param text what is wrong, shown to the user
     */
    public record Violation(String field, String text) {}

    private static Optional<Violation> violation(
            Format format, int players, int boards, int rounds, Ranking ranking, int withdrawAfter) {
        if (players < 2 || players > MOST_PLAYERS) {
            return violation("players", "a tournament has from 2 to " + MOST_PLAYERS + " players, not " + players);
        }
        if (boards < 1 || boards > MOST_BOARDS) {
            return violation("boards", "a tournament has from 1 to " + MOST_BOARDS + " boards, not " + boards);
        }
        if (withdrawAfter < 1 || withdrawAfter > MOST_WITHDRAW_AFTER) {
            return violation(
                    "withdrawAfter",
                    "a player is withdrawn after 1 to " + MOST_WITHDRAW_AFTER + " failed calls, not " + withdrawAfter);
        }
        if (format == Format.KNOCKOUT && boards % 2 == 0) {
            return violation("boards", "a knockout is best of an odd number of boards, not of " + boards);
        }
        if (format == Format.SWISS && (rounds < 1 || rounds > Swiss.mostRounds(players))) {
            return violation(
                    "rounds",
                    "a swiss tournament of " + players + " players has from 1 to " + Swiss.mostRounds(players)
                            + " rounds, so that nobody meets anyone twice, not " + rounds);
        }
        if (ranking == Ranking.SCORE && (format == Format.SWISS || format == Format.KNOCKOUT)) {
            return violation(
                    "ranking",
                    "a " + format.code()
                            + " tournament is ranked by wins: its players do not all meet the same opponents");
        }
        return Optional.empty();
    }

    private static Optional<Violation> violation(String field, String text) {
        return Optional.of(new Violation(field, text));
    }

    /** The default ranking: the one that the game's original used, or else wins. */
    public static Ranking usualRanking(TournamentStyle style, Format format) {
        boolean byScore = format == Format.ROUND_ROBIN && style == TournamentStyle.SCORES_OF_ORDERED_PAIRS;
        return byScore ? Ranking.SCORE : Ranking.WINS;
    }

    /** The total number of matches; the maximum if it depends on the results. */
    public long mostMatches() {
        return switch (format) {
            case ROUND_ROBIN -> new RoundRobin(players, boards, order).fixtures();
            case GAUNTLET -> new Gauntlet(players, boards).fixtures();
            case SWISS -> (long) rounds * boards * (players / 2);
            case KNOCKOUT -> (players - 1L) * (boards + Encounter.MOST_ADDED_BOARDS);
        };
    }
}
