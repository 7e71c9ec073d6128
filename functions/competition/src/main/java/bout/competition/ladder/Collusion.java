package bout.competition.ladder;

import bout.competition.Outcome;
import bout.competition.journal.JournalEntry;
import bout.competition.ratings.LadderRatings;
import bout.competition.ratings.Rating;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Looks for pairs of bots on a ladder whose results chance does not explain, for the organiser: one person may have
 * several invitations. Versions are not told apart. The tests are binomial; their probabilities are multiplied by the
 * number of tests (Bonferroni). A finding is a reason to look at matches, not a proof.
 */
public final class Collusion {

    /** Results with a smaller probability than this are reported. */
    private static final double RARE = 0.01;

    /** Fewer matches against each other, or against others, tell nothing. */
    private static final int FEWEST = 6;

    /** All matches are rated again for each pair; of more pairs, those with the most one-sided results. */
    private static final int SUSPECTS = 500;

    /** A loss in less than this share of a bot's usual number of calls is a very short one. */
    private static final double SHORT = 0.25;

    /**
     * By how much of the uncertainty of both ratings the winner may be stronger. With a half, simulated honest ladders
     * had a finding in 5 of 100, all with 6 bots, and 14:0 between equal bots was found in 12 of 20 (40:0 in 18).
     */
    private static final double DOUBT = 0.5;

    private final List<LadderRatings.Match> matches = new ArrayList<>();

    /** The sides of all bots in their matches, by bot and opponent. */
    private final Map<String, Map<String, List<Side>>> sides = new LinkedHashMap<>();

    private final Map<String, List<Side>> played = new LinkedHashMap<>();

    public enum Kind {
        /** Of the decided matches against the opponent, the bot won more than the ratings of both explain. */
        RESULTS,
        /** Of the matches that the bot lost by failing or in a very short time, too many were against the opponent. */
        FAILURES
    }

    /**
     * So many of {@code of} matches, where {@code expected} is the expected share, and {@code p} is at most the
     * probability that chance does this to any pair of the ladder.
     */
    public record Finding(Kind kind, String bot, String opponent, int count, int of, double expected, double p) {

        private static Finding of(
                Kind kind, String bot, String opponent, long count, long of, double share, int tests) {
            double p = count == 0 ? 1 : BinomialDistribution.of((int) of, share).survivalProbability((int) count - 1);
            return new Finding(kind, bot, opponent, (int) count, (int) of, share, Math.min(1, p * tests));
        }
    }

    /**
     * @param halfPoints against one opponent: 2 for a win, 1 for a draw
     * @param last whether it lost against everybody
     */
    private record Side(int halfPoints, boolean last, int calls, boolean failed) {

        boolean brief(double fewest) {
            return last && (failed || calls < fewest);
        }
    }

    private Collusion(List<JournalEntry> journal) {
        for (JournalEntry entry : journal) {
            Outcome outcome = Outcome.of(entry.result(), entry.failed());
            matches.add(new LadderRatings.Match(entry.players(), outcome));
            for (int seat = 0; seat < outcome.seats(); seat++) {
                String bot = entry.players().get(seat);
                int calls = entry.tallies().get(seat).calls();
                boolean failed = entry.failed() != null && entry.failed().index() == seat;
                boolean last = outcome.halfPoints(seat) == 0;
                played.computeIfAbsent(bot, unknown -> new ArrayList<>()).add(new Side(0, last, calls, failed));
                for (int other = 0; other < outcome.seats(); other++) {
                    if (other != seat) {
                        sides.computeIfAbsent(bot, unknown -> new LinkedHashMap<>())
                                .computeIfAbsent(entry.players().get(other), unknown -> new ArrayList<>())
                                .add(new Side(outcome.halfPoints(seat, other), last, calls, failed));
                    }
                }
            }
        }
    }

    /** The suspicious pairs in the journal of a ladder, the most unlikely first. */
    public static List<Finding> in(List<JournalEntry> journal) {
        Collusion ladder = new Collusion(journal);
        List<Finding> findings = new ArrayList<>(ladder.results());
        ladder.sides.keySet().forEach(bot -> findings.addAll(ladder.failures(bot)));
        return findings.stream()
                .filter(finding -> finding.p() < RARE)
                .sorted(Comparator.comparingDouble(Finding::p))
                .toList();
    }

    private List<Finding> results() {
        List<List<String>> pairs = new ArrayList<>();
        sides.forEach((bot, opponents) -> opponents.forEach((opponent, met) -> {
            int others = Math.min(played.get(bot).size(), played.get(opponent).size()) - met.size();
            if (met.size() >= FEWEST && others >= FEWEST) {
                pairs.add(List.of(bot, opponent));
            }
        }));
        return pairs.stream()
                .sorted(Comparator.comparingInt(this::surplus).reversed())
                .limit(SUSPECTS)
                .map(pair -> result(pair.get(0), pair.get(1), pairs.size()))
                .toList();
    }

    /** How many more of their matches the first of two bots won, times two. */
    private int surplus(List<String> pair) {
        return sides.get(pair.get(0)).get(pair.get(1)).stream()
                .mapToInt(side -> side.halfPoints() - 1)
                .sum();
    }

    /** Compares the wins of a bot with those expected from the ratings that both have without each other. */
    private Finding result(String bot, String opponent, int tests) {
        LadderRatings ratings = LadderRatings.recompute(
                Ladder.MODEL,
                matches.stream()
                        .filter(match -> !match.players().containsAll(List.of(bot, opponent)))
                        .toList());
        List<Side> met = sides.get(bot).get(opponent);
        long won = met.stream().filter(side -> side.halfPoints() == 2).count();
        long lost = met.stream().filter(side -> side.halfPoints() == 0).count();
        Rating own = ratings.of(bot);
        Rating others = ratings.of(opponent);
        double stronger = own.mu() - others.mu() + DOUBT * StrictMath.hypot(own.sigma(), others.sigma());
        double share = 1 / (1 + StrictMath.exp(-stronger / (StrictMath.sqrt(2) * Ladder.MODEL.beta())));
        return Finding.of(Kind.RESULTS, bot, opponent, won, won + lost, share, tests);
    }

    /** Compares the failures and short losses of a bot against each opponent with how often the two met. */
    private List<Finding> failures(String bot) {
        Map<String, List<Side>> opponents = sides.get(bot);
        int[] calls = played.get(bot).stream().mapToInt(Side::calls).sorted().toArray();
        double fewest = SHORT * calls[calls.length / 2];
        long all = played.get(bot).stream().filter(side -> side.brief(fewest)).count();
        if (all < FEWEST || opponents.size() == 1) {
            return List.of();
        }
        int tests = sides.values().stream().mapToInt(Map::size).sum();
        List<Finding> findings = new ArrayList<>();
        opponents.forEach((opponent, met) -> {
            long count = met.stream().filter(side -> side.brief(fewest)).count();
            findings.add(
                    Finding.of(Kind.FAILURES, bot, opponent, count, all, (double) met.size() / calls.length, tests));
        });
        return findings;
    }
}
