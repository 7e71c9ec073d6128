package bout.competition.comparison;

import java.util.OptionalLong;

/**
 * A sequential probability ratio test (Wald, 1945) of two hypotheses about the difference between two players. H0: the
 * first is stronger by {@code elo0}; H1: it is stronger by {@code elo1}. The ratio is the generalized one over pairs of
 * matches (GSPRT; Liu, Li and others, "Generalized sequential probability ratio test for separate families of
 * hypotheses"), computed as fishtest does, without its correction for overshoot: each hypothesis is represented by the
 * most likely distribution of pair results that it allows.
 *
 * @param elo0 the difference under H0
 * @param elo1 the difference under H1; above elo0
 * @param alpha the probability of accepting H1 if H0 is true; above 0, with beta below 1
 * @param beta the probability of accepting H0 if H1 is true; above 0
 * @param scale the scale of the Elo values
 */
public record Sprt(double elo0, double elo1, double alpha, double beta, Scale scale) {

    private static final double NORMALIZED_ELO = 800 / StrictMath.log(10);
    private static final double EVEN = 0.5;

    public enum Scale {
        /** Share of the points: a difference of 400 means odds of ten to one. */
        LOGISTIC,
        /**
         * Share of the points in standard deviations of a match, so that frequent or rare draws do not change the
         * number of matches needed. Near 0, both scales agree for players who never draw.
         */
        NORMALIZED
    }

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

    private Distribution under(double elo, Distribution observed) {
        return switch (scale) {
            case LOGISTIC -> observed.likeliestWithMean(EloDifference.share(elo));
            // The variance of a pair's share is half that of a match.
            case NORMALIZED -> observed.likeliestWithDistance(EVEN, elo / NORMALIZED_ELO * StrictMath.sqrt(2));
        };
    }
}
