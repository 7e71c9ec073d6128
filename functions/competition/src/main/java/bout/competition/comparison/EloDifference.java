package bout.competition.comparison;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How much stronger the first of two players is, from its share of the points. The variance is that of the pairs, so it
 * includes what the two matches of a board have in common.
 *
 * @param elo the difference in logistic Elo, from -1200 to 1200
 * @param low the lower end of its 95 % interval
 * @param high the upper end of its 95 % interval
 * @param superiority the likelihood that the first player is the stronger one (LOS), from 0 to 1
 */
public record EloDifference(double elo, double low, double high, double superiority) {

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final double TWO_SIDED_95 = NORMAL.inverseSurvivalProbability(0.025);
    private static final double EVEN = 0.5;

    /** The difference without any pairs: even, and completely uncertain. */
    public static EloDifference of(PairCounts counts) {
        Distribution observed = counts.distribution();
        double share = observed.mean();
        double error = StrictMath.sqrt(observed.variance() / observed.observations());
        return new EloDifference(
                Logistic.elo(share),
                Logistic.elo(share - TWO_SIDED_95 * error),
                Logistic.elo(share + TWO_SIDED_95 * error),
                NORMAL.cumulativeProbability((share - EVEN) / error));
    }
}
