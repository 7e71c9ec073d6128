package bout.competition.comparison;

/** The logistic Elo scale: a difference of 400 means odds of ten to one. */
final class Logistic {

    /** Shares of the points nearer to 0 or 1 are moved to this distance, which is 1200 Elo. */
    private static final double NEAREST = 1e-3;

    private Logistic() {}

    /** The expected share of the points for an Elo difference, from 0 to 1. */
    static double share(double elo) {
        return 1 / (1 + StrictMath.pow(10, -elo / 400));
    }

    static double elo(double share) {
        double within = Math.min(Math.max(share, NEAREST), 1 - NEAREST);
        return -400 * StrictMath.log10(1 / within - 1);
    }
}
