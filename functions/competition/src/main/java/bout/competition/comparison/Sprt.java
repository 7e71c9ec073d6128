package bout.competition.comparison;

import bout.competition.Outcome;
import bout.engine.Seat;
import java.util.OptionalLong;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A sequential probability ratio test (Wald, 1945) of two hypotheses about the difference between two players. H0: the
 * first is stronger by {@code elo0}; H1: it is stronger by {@code elo1}. The ratio is the generalized one over pairs of
 * matches (GSPRT; Liu, Li and others, "Generalized sequential probability ratio test for separate families of
 * hypotheses"), computed as fishtest does, without its correction for overshoot: each hypothesis is represented by the
 * most likely distribution of pair results that it allows.
 *
 * @param elo0 the difference under H0; one of 400 means odds of ten to one
 * @param elo1 the difference under H1; above elo0
 * @param alpha the probability of accepting H1 if H0 is true; above 0, with beta below 1
 * @param beta the probability of accepting H0 if H1 is true; above 0
 */
public record Sprt(double elo0, double elo1, double alpha, double beta) {

    public enum Decision {
        H1,
        H0,
        GO_ON
    }

    public Sprt {
        if (!(elo0 < elo1) || !Double.isFinite(elo0) || !Double.isFinite(elo1)) {
            throw new IllegalArgumentException("elo0 must be below elo1, not " + elo0 + " and " + elo1);
        }
        if (!(alpha > 0) || !(beta > 0) || !(alpha + beta < 1)) {
            throw new IllegalArgumentException(
                    "alpha and beta must be above 0 and their sum below 1, not " + alpha + " and " + beta);
        }
    }

    /** H0 is accepted once the ratio is at or below this; negative. */
    public double lowerBound() {
        return StrictMath.log(beta / (1 - alpha));
    }

    /** H1 is accepted once the ratio is at or above this; positive. */
    public double upperBound() {
        return StrictMath.log((1 - beta) / alpha);
    }

    /** The log-likelihood ratio of H1 to H0 for these counts; 0 without pairs. */
    public double logLikelihoodRatio(PairCounts counts) {
        if (counts.pairs() == 0) {
            return 0;
        }
        Distribution observed = counts.distribution();
        return observed.logLikelihoodRatio(under(elo1, observed), under(elo0, observed));
    }

    public Decision decide(PairCounts counts) {
        double ratio = logLikelihoodRatio(counts);
        return ratio >= upperBound() ? Decision.H1 : ratio <= lowerBound() ? Decision.H0 : Decision.GO_ON;
    }

    /**
     * About how many more pairs the test needs if they go on as those so far; the ratio grows in proportion to their
     * number. 0 once it is decided; empty if the pairs so far favour neither hypothesis.
     */
    public OptionalLong pairsToGo(PairCounts counts) {
        double ratio = logLikelihoodRatio(counts);
        double bound = ratio > 0 ? upperBound() : lowerBound();
        return ratio == 0
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, (long) StrictMath.ceil(counts.pairs() * (bound / ratio - 1))));
    }

    private static Distribution under(double elo, Distribution observed) {
        return observed.likeliestWithMean(EloDifference.share(elo));
    }

    /**
     * The results of pairs of matches, for the first of two players, by its points. Both matches of a pair are played
     * on the same board with swapped seats, so their results depend on each other; that is why pairs are counted
     * (pentanomial).
     */
    public record PairCounts(long zero, long half, long one, long oneAndHalf, long two) {

        public static final PairCounts NONE = new PairCounts(0, 0, 0, 0, 0);

        /** Replaces a count of 0, to keep the estimates finite, as fishtest does. */
        private static final double INSTEAD_OF_NONE = 1e-3;

        public PairCounts {
            if (zero < 0 || half < 0 || one < 0 || oneAndHalf < 0 || two < 0) {
                throw new IllegalArgumentException("counts must not be negative");
            }
        }

        /** Adds a pair: the results of the matches in which the player had seat 1 and seat 2. */
        public PairCounts plus(Outcome seated, Outcome swapped) {
            return switch (seated.halfPoints(Seat.FIRST.index()) + swapped.halfPoints(Seat.SECOND.index())) {
                case 0 -> new PairCounts(zero + 1, half, one, oneAndHalf, two);
                case 1 -> new PairCounts(zero, half + 1, one, oneAndHalf, two);
                case 2 -> new PairCounts(zero, half, one + 1, oneAndHalf, two);
                case 3 -> new PairCounts(zero, half, one, oneAndHalf + 1, two);
                default -> new PairCounts(zero, half, one, oneAndHalf, two + 1);
            };
        }

        public long pairs() {
            return zero + half + one + oneAndHalf + two;
        }

        /** The distribution of the pairs' shares of the points (0, 1/4 .. 1). */
        Distribution distribution() {
            double[] counts = {zero, half, one, oneAndHalf, two};
            double sum = 0;
            for (int i = 0; i < counts.length; i++) {
                counts[i] = counts[i] == 0 ? INSTEAD_OF_NONE : counts[i];
                sum += counts[i];
            }
            double[] values = new double[counts.length];
            for (int i = 0; i < counts.length; i++) {
                values[i] = i / (double) (counts.length - 1);
                counts[i] /= sum;
            }
            return new Distribution(values, counts, sum);
        }
    }

    /**
     * How much stronger the first of two players is, in logistic Elo from -1200 to 1200 with its 95 % interval, from
     * its share of the points. The variance is that of the pairs, so it includes what the two matches of a board have
     * in common.
     *
     * @param superiority the likelihood that the first player is the stronger one (LOS), from 0 to 1
     */
    public record EloDifference(double elo, double low, double high, double superiority) {

        private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
        private static final double TWO_SIDED_95 = NORMAL.inverseSurvivalProbability(0.025);
        private static final double EVEN = 0.5;

        /** Shares of the points nearer to 0 or 1 are moved to this distance, which is 1200 Elo. */
        private static final double NEAREST = 1e-3;

        /**
         * The expected share of the points for an Elo difference, from 0 to 1: a difference of 400 means ten to one.
         */
        static double share(double elo) {
            return 1 / (1 + StrictMath.pow(10, -elo / 400));
        }

        private static double elo(double share) {
            double within = Math.min(Math.max(share, NEAREST), 1 - NEAREST);
            return -400 * StrictMath.log10(1 / within - 1);
        }

        /** The difference without any pairs: even, and completely uncertain. */
        public static EloDifference of(PairCounts counts) {
            Distribution observed = counts.distribution();
            double share = observed.mean();
            double error = StrictMath.sqrt(observed.variance() / observed.observations());
            return new EloDifference(
                    elo(share),
                    elo(share - TWO_SIDED_95 * error),
                    elo(share + TWO_SIDED_95 * error),
                    NORMAL.cumulativeProbability((share - EVEN) / error));
        }
    }
}
