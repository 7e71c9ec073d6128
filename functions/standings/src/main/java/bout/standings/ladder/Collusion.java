package bout.standings.ladder;

import bout.engine.Seat;
import bout.standings.Outcome;
import bout.standings.ratings.LadderRatings;
import bout.standings.ratings.Rating;
import bout.store.journal.JournalEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Looks for pairs of bots on a ladder whose results chance does not explain, for the organiser: one person may have
 * several invitations. Versions are not told apart. The tests are binomial; their probabilities are multiplied by the
 * number of tests (Bonferroni). They are a reason to look at matches, not a proof: a style that another one cannot
 * handle, or two programs that play the same match again and again, has the same effect.
 */
public final class Collusion {

    /** What chance does more rarely than this is reported. */
    private static final double RARE = 0.01;

    /** Fewer matches against each other, or against others, tell nothing. */
    private static final int FEWEST = 6;

    /** All matches are rated again for each pair; of more pairs, those with the most one-sided results. */
    private static final int SUSPECTS = 500;

    /** A loss in less than this share of a bot's usual number of calls is a very short one. */
    private static final double SHORT = 0.25;

    /**
     * By how much of the uncertainty of both ratings the winner may be stronger. With a half, simulated honest ladders
     * of 6 to 40 bots had a finding in 4 of 100, and 14:0 between equal bots was found in 12 of 20 (40:0 in 18).
     */
    private static final double DOUBT = 0.5;

    private final List<JournalEntry> entries;
    private final Map<String, List<JournalEntry>> matchesOf = new LinkedHashMap<>();
    private final Map<List<String>, List<JournalEntry>> matchesOfPair = new LinkedHashMap<>();

    /** What a finding is about. */
    public enum Kind {
        /** Of the decided matches against the opponent, the bot won more than the ratings of both explain. */
        RESULTS,
        /** Of the matches that the bot lost by failing or in a very short time, too many were against the opponent. */
        FAILURES
    }

    /**
     * @param count how many of {@code of} matches
     * @param expected the share that was to be expected, from 0 to 1
     * @param p how likely chance does at least this to any pair of the ladder, at most; from 0 to 1
     */
    public record Finding(Kind kind, String bot, String opponent, int count, int of, double expected, double p) {}

    private Collusion(List<JournalEntry> journal) {
        entries = journal.stream()
                .filter(entry ->
                        !entry.players().get(0).equals(entry.players().get(1)))
                .toList();
        for (JournalEntry entry : entries) {
            entry.players().forEach(key -> matchesOf
                    .computeIfAbsent(key, unknown -> new ArrayList<>())
                    .add(entry));
            matchesOfPair
                    .computeIfAbsent(pair(entry), unknown -> new ArrayList<>())
                    .add(entry);
        }
    }

    /**
     * @param journal the entries of a ladder's journal, in order
     * @return the most unlikely first
     */
    public static List<Finding> in(List<JournalEntry> journal) {
        Collusion ladder = new Collusion(journal);
        List<Finding> findings = new ArrayList<>(ladder.results());
        findings.addAll(ladder.failures());
        return findings.stream()
                .filter(finding -> finding.p() < RARE)
                .sorted(Comparator.comparingDouble(Finding::p))
                .toList();
    }

    private List<Finding> results() {
        List<List<String>> pairs = matchesOfPair.keySet().stream()
                .filter(pair -> {
                    int met = matchesOfPair.get(pair).size();
                    return met >= FEWEST
                            && pair.stream().allMatch(bot -> matchesOf.get(bot).size() >= met + FEWEST);
                })
                .toList();
        return pairs.stream()
                .map(pair -> surplus(pair) < 0 ? pair.reversed() : pair)
                .sorted(Comparator.comparingInt(this::surplus).reversed())
                .limit(SUSPECTS)
                .map(pair -> corrected(result(pair.get(0), pair.get(1)), 2 * pairs.size()))
                .toList();
    }

    /** How many more of their matches the first of two bots won. */
    private int surplus(List<String> pair) {
        return matchesOfPair.get(sorted(pair.get(0), pair.get(1))).stream()
                .mapToInt(match -> points(match, pair.get(0)) - 1)
                .sum();
    }

    /** How likely it is that the bot wins as often as it did. */
    private Finding result(String bot, String opponent) {
        List<String> pair = sorted(bot, opponent);
        List<JournalEntry> matches = matchesOfPair.get(pair);
        LadderRatings ratings = ratingsWithout(pair);
        int won = (int) matches.stream().filter(match -> points(match, bot) == 2).count();
        int lost = (int) matches.stream().filter(match -> points(match, bot) == 0).count();
        Rating own = ratings.of(bot);
        Rating others = ratings.of(opponent);
        double luck = StrictMath.sqrt(2) * Ladder.MODEL.beta();
        double favour = DOUBT * StrictMath.hypot(own.sigma(), others.sigma());
        double expected = 1 / (1 + StrictMath.exp((others.mu() - own.mu() - favour) / luck));
        return new Finding(
                Kind.RESULTS, bot, opponent, won, won + lost, expected, atLeast(won, won + lost, expected));
    }

    private List<Finding> failures() {
        List<Finding> findings = new ArrayList<>();
        matchesOf.forEach((bot, matches) -> {
            int[] calls = matches.stream()
                    .mapToInt(match -> calls(match, bot))
                    .filter(count -> count > 0)
                    .sorted()
                    .toArray();
            double fewest = calls.length == 0 ? 0 : SHORT * calls[calls.length / 2];
            Map<String, Integer> bad = new HashMap<>();
            Map<String, Integer> met = new HashMap<>();
            for (JournalEntry match : matches) {
                String opponent = match.players().get(1 - match.players().indexOf(bot));
                boolean failed = match.failed() == seat(match, bot);
                boolean brief = points(match, bot) == 0 && calls(match, bot) < fewest;
                met.merge(opponent, 1, Integer::sum);
                bad.merge(opponent, failed || brief ? 1 : 0, Integer::sum);
            }
            int all = bad.values().stream().mapToInt(Integer::intValue).sum();
            if (all >= FEWEST && met.size() > 1) {
                bad.forEach((opponent, count) -> {
                    double share = (double) met.get(opponent) / matches.size();
                    findings.add(new Finding(
                            Kind.FAILURES, bot, opponent, count, all, share, atLeast(count, all, share)));
                });
            }
        });
        return findings.stream().map(finding -> corrected(finding, findings.size())).toList();
    }

    private static Finding corrected(Finding finding, int tests) {
        return new Finding(
                finding.kind(),
                finding.bot(),
                finding.opponent(),
                finding.count(),
                finding.of(),
                finding.expected(),
                Math.min(1, finding.p() * tests));
    }

    private static double atLeast(int count, int of, double share) {
        return count == 0 ? 1 : BinomialDistribution.of(of, share).survivalProbability(count - 1);
    }

    /** The ratings without the matches of a pair. */
    private LadderRatings ratingsWithout(List<String> without) {
        return LadderRatings.recompute(
                Ladder.MODEL,
                entries.stream()
                        .filter(entry -> !pair(entry).equals(without))
                        .map(entry -> new LadderRatings.Match(
                                entry.players().get(0),
                                entry.players().get(1),
                                Outcome.of(entry.result(), entry.failed())))
                        .toList());
    }

    private static int points(JournalEntry entry, String bot) {
        return Outcome.of(entry.result(), entry.failed()).halfPoints(seat(entry, bot));
    }

    private static int calls(JournalEntry entry, String bot) {
        return entry.tallies().get(entry.players().indexOf(bot)).calls();
    }

    private static Seat seat(JournalEntry entry, String bot) {
        return entry.players().get(0).equals(bot) ? Seat.FIRST : Seat.SECOND;
    }

    private static List<String> pair(JournalEntry entry) {
        return sorted(entry.players().get(0), entry.players().get(1));
    }

    private static List<String> sorted(String one, String other) {
        return one.compareTo(other) < 0 ? List.of(one, other) : List.of(other, one);
    }
}
