package bout.engine;

/**
 * A random number generator with the same sequence as {@code java.util.Random}, so that a seed means the same on the
 * JVM and in the browser. The documentation of {@code Random} defines it: the 48-bit linear congruential generator
 * {@code s' = s * 0x5DEECE66D + 0xB} (D. H. Lehmer; Knuth, The Art of Computer Programming, volume 2, section 3.2.1).
 * The state is kept in three 16-bit limbs, because {@code long} arithmetic is slow in the browser.
 */
public final class SeededRandom {

    private static final int MULTIPLIER_0 = 0xE66D;
    private static final int MULTIPLIER_1 = 0xDEEC;
    private static final int MULTIPLIER_2 = 0x0005;
    private static final int INCREMENT = 0xB;
    private static final int MASK = 0xFFFF;

    private final String seed;
    private int limb0;
    private int limb1;
    private int limb2;

    /**
     * Creates a generator.
     *
     * @param seed any text. The decimal form of a 64-bit integer, without leading zeros, is the seed of the same value
     *     of {@code java.util.Random}. Any other text is hashed to 48 bits with {@link StateHash}
     */
    public SeededRandom(String seed) {
        this.seed = seed;
        if (isLong(seed)) {
            long value = Long.parseLong(seed);
            limb0 = (int) value & MASK;
            limb1 = (int) (value >> 16) & MASK;
            limb2 = (int) (value >> 32) & MASK;
        } else {
            StateHash hash = new StateHash().add(seed);
            limb0 = hash.lower() & MASK;
            limb1 = hash.lower() >>> 16;
            limb2 = hash.upper() & MASK;
        }
        limb0 ^= MULTIPLIER_0;
        limb1 ^= MULTIPLIER_1;
        limb2 ^= MULTIPLIER_2;
    }

    /** A generator for one purpose within a match, independent of the generators for other purposes. */
    public static SeededRandom of(String seed, String purpose) {
        return new SeededRandom(purpose + " of " + seed);
    }

    /** A text of 64 bits that follows from the seed, and not from earlier draws: players see that. */
    public String secret() {
        return new StateHash().add("secret of " + seed).hex();
    }

    /** A uniformly distributed {@code int} from 0 to {@code bound - 1}, like {@code Random.nextInt(bound)}. */
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive, not " + bound);
        }
        if ((bound & -bound) == bound) {
            return next(31) >> 31 - Integer.numberOfTrailingZeros(bound);
        }
        int bits;
        int value;
        do {
            bits = next(31);
            value = bits % bound;
        } while (bits - value + (bound - 1) < 0);
        return value;
    }

    /** A uniformly distributed float in [0, 1) with 24 random bits, like {@code Random.nextFloat()}. */
    public float nextFloat() {
        return next(24) / (float) (1 << 24);
    }

    /** A uniformly distributed double in [0, 1) with 53 random bits, like {@code Random.nextDouble()}. */
    public double nextDouble() {
        return (next(26) * (double) (1 << 27) + next(27)) * 0x1.0p-53;
    }

    public boolean nextBoolean() {
        return next(1) != 0;
    }

    private int next(int bits) {
        int product0 = limb0 * MULTIPLIER_0 + INCREMENT;
        // Overflow beyond 32 bits below only affects bits from 48 on, which the formula discards.
        int product1 = limb1 * MULTIPLIER_0 + limb0 * MULTIPLIER_1 + (product0 >>> 16);
        int product2 = limb2 * MULTIPLIER_0 + limb1 * MULTIPLIER_1 + limb0 * MULTIPLIER_2 + (product1 >>> 16);
        limb0 = product0 & MASK;
        limb1 = product1 & MASK;
        limb2 = product2 & MASK;
        return (limb2 << 16 | limb1) >>> 32 - bits;
    }

    /** Whether the text is what {@code Long.toString} gives for a number. */
    private static boolean isLong(String text) {
        if (text.isEmpty() || text.charAt(0) > '9') {
            return false;
        }
        try {
            return Long.toString(Long.parseLong(text)).equals(text);
        } catch (NumberFormatException notANumber) {
            return false;
        }
    }
}
