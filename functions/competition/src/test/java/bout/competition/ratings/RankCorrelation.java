package bout.competition.ratings;

/** The agreement between two orders of the same players. */
public final class RankCorrelation {

    private RankCorrelation() {}

    /**
     * Kendall's tau (M. G. Kendall, "A New Measure of Rank Correlation", Biometrika 30, 1938), in the form tau-b, which
     * allows ties: the pairs ordered alike minus the pairs ordered differently, divided by the geometric mean of the
     * numbers of pairs that are not tied.
     *
     * @return from -1, the reverse order, to 1, the same order; 0 if one of them has only ties
     */
    public static double kendall(double[] one, double[] other) {
        if (one.length != other.length) {
            throw new IllegalArgumentException(one.length + " players cannot be compared with " + other.length);
        }
        long balance = 0;
        long ordered = 0;
        long otherOrdered = 0;
        for (int i = 0; i < one.length; i++) {
            for (int j = 0; j < i; j++) {
                int sign = Double.compare(one[i], one[j]);
                int otherSign = Double.compare(other[i], other[j]);
                balance += Integer.signum(sign) * Integer.signum(otherSign);
                ordered += sign == 0 ? 0 : 1;
                otherOrdered += otherSign == 0 ? 0 : 1;
            }
        }
        return ordered == 0 || otherOrdered == 0
                ? 0
                : balance / StrictMath.sqrt((double) ordered) / StrictMath.sqrt((double) otherOrdered);
    }
}
