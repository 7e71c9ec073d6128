package bout.telemetry;

/**
 * The steps in which whole numbers from 0 are counted: 2^bits for each doubling. Numbers below 2^(bits + 1) have steps of
 * their own; above, the middle of a number's step is within 1/2^(bits + 1) of it.
 */
public record Steps(int bits) {

    // A number's leading bit says the row of 2^bits steps, the bits after it the place in the row.

    /** The step of a number from 0. */
    public int of(long number) {
        if (number < 0) {
            throw new IllegalArgumentException("no number from 0: " + number);
        }
        int row = Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(number) - bits);
        return (row << bits) + (int) (number >>> row);
    }

    /** The middle of a step's numbers. */
    public double middle(int step) {
        int row = Math.max(0, (step >> bits) - 1);
        long least = (long) (step - (row << bits)) << row;
        return least + ((1L << row) - 1) / 2.0;
    }
}
