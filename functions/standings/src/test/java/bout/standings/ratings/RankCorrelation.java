package bout.standings.ratings;

/** How alike two orders of the same players are. */
public final class RankCorrelation {

    private RankCorrelation() {}

    /**
     * Kendall's tau (M. G. Kendall, "A New Measure of Rank Correlation", Biometrika 30, 1938), in the form tau-b, which
     * knows ties: of all pairs, those that both order alike less those that they order differently, by the mean number of
     * pairs that are not tied.
     *
     * @return from -1, the reverse order, to 1, the same order; 0 when one of them has nothing but ties
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
