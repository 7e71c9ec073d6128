package bout.competition.comparison;

import bout.competition.Outcome;
import bout.engine.Seat;

/**
 * The results of pairs of matches, for the first of two players, by its points. Both matches of a pair are played on
 * the same board with swapped seats, so their results depend on each other; that is why pairs are counted
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
        return switch (seated.halfPoints(Seat.FIRST) + swapped.halfPoints(Seat.SECOND)) {
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
