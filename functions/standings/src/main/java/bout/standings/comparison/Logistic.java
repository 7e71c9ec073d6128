package bout.standings.comparison;

/** The logistic Elo scale: 400 points are odds of ten to one. */
final class Logistic {

    /** A share of the points that is nearer to 0 or 1 counts as this far away from it, which is 1200 Elo. */
    private static final double NEAREST = 1e-3;

    private Logistic() {}

    /** The expected share of the points, from 0 to 1. */
    static double share(double elo) {
        return 1 / (1 + StrictMath.pow(10, -elo / 400));
    }

    static double elo(double share) {
        double within = Math.min(Math.max(share, NEAREST), 1 - NEAREST);
        return -400 * StrictMath.log10(1 / within - 1);
    }
}
