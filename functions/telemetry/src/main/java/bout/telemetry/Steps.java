package bout.telemetry;

/**
 * Logarithmic buckets for counting whole numbers from 0: 2^bits buckets per doubling. Numbers below 2^(bits + 1) have a
 * bucket each; above, the middle of a bucket is within 1/2^(bits + 1) of every number in it.
 */
public record Steps(int bits) {

    // The leading bit selects a row of 2^bits buckets; the next bits select the bucket within the row.

    /** The bucket of a number from 0. */
    public int of(long number) {
        if (number < 0) {
            throw new IllegalArgumentException("must not be negative: " + number);
        }
        int row = Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(number) - bits);
        return (row << bits) + (int) (number >>> row);
    }

    /** The middle of a bucket. */
    public double middle(int step) {
        int row = Math.max(0, (step >> bits) - 1);
        long least = (long) (step - (row << bits)) << row;
        return least + ((1L << row) - 1) / 2.0;
    }
}
