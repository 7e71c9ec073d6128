package bout.competition.comparison;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How much stronger the first of two players is, in logistic Elo from -1200 to 1200 with its 95 % interval, from its
 * share of the points. The variance is that of the pairs, so it includes what the two matches of a board have in
 * common.
 *
 * @param superiority the likelihood that the first player is the stronger one (LOS), from 0 to 1
 */
public record EloDifference(double elo, double low, double high, double superiority) {

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final double TWO_SIDED_95 = NORMAL.inverseSurvivalProbability(0.025);
    private static final double EVEN = 0.5;

    /** Shares of the points nearer to 0 or 1 are moved to this distance, which is 1200 Elo. */
    private static final double NEAREST = 1e-3;

    /** The expected share of the points for an Elo difference, from 0 to 1: a difference of 400 means ten to one. */
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
