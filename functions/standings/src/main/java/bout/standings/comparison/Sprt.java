package bout.standings.comparison;

/**
 * A sequential probability ratio test (Wald, 1945) of two hypotheses on the difference between two players: H0, the first
 * is stronger by {@code elo0}, against H1, it is stronger by {@code elo1}. The ratio is the generalized one over pairs of
 * matches (GSPRT; Liu, Li and others, "Generalized sequential probability ratio test for separate families of hypotheses"),
 * computed as fishtest does, without its correction for overshoot: each hypothesis is represented by the likeliest
 * distribution of pair results that it allows.
 *
 * @param elo0 the difference under H0
 * @param elo1 the difference under H1; above elo0
 * @param alpha the probability of accepting H1 where H0 holds; above 0, with beta below 1
 * @param beta the probability of accepting H0 where H1 holds; above 0
 * @param scale what the Elo numbers mean
 */
public record Sprt(double elo0, double elo1, double alpha, double beta, Scale scale) {

    private static final double NORMALIZED_ELO = 800 / StrictMath.log(10);
    private static final double EVEN = 0.5;

    /** What an Elo difference is measured by. */
    public enum Scale {
        /** The share of the points: 400 Elo are odds of ten to one. */
        LOGISTIC,
        /**
         * The share of the points in standard deviations of a match, so that equally many matches are needed whether
         * draws are frequent or rare; the units of both scales agree near 0 for players who never draw.
         */
        NORMALIZED
    }

    /** What a test says so far. */
    public enum Decision {
        /** H1: the first player is stronger by more. */
        H1,
        /** H0: it is not. */
        H0,
        GO_ON
    }

    public Sprt {
        if (!(elo0 < elo1) || !Double.isFinite(elo0) || !Double.isFinite(elo1)) {
            throw new IllegalArgumentException("elo0 is below elo1, not " + elo0 + " and " + elo1);
        }
        if (!(alpha > 0) || !(beta > 0) || !(alpha + beta < 1)) {
            throw new IllegalArgumentException(
                    "alpha and beta are above 0, their sum below 1, not " + alpha + " and " + beta);
        }
    }

    /** H0 is accepted when the ratio is not above this; below 0. */
    public double lowerBound() {
        return StrictMath.log(beta / (1 - alpha));
    }

    /** H1 is accepted when the ratio is not below this; above 0. */
    public double upperBound() {
        return StrictMath.log((1 - beta) / alpha);
    }

    /** The logarithm of how much likelier the counts are under H1 than under H0; 0 for no pairs. */
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

    private Distribution under(double elo, Distribution observed) {
        return switch (scale) {
            case LOGISTIC -> observed.likeliestWithMean(Logistic.share(elo));
            // The variance of a pair's share is half that of a match's.
            case NORMALIZED -> observed.likeliestWithDistance(EVEN, elo / NORMALIZED_ELO * StrictMath.sqrt(2));
        };
    }
}
