package bout.wire.id;

import bout.wire.Sha256;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Makes the ids of matches: UUIDs of version 7 (RFC 9562, section 5.7) in lower case. Their texts sort by the
 * millisecond of their creation; ids from one object sort by their order, even if the clock stands still or is set
 * back.
 *
 * <p>Safe for use by many threads. A frozen and restored process (SnapStart) is safe too: in a new millisecond all
 * random bits are drawn again.
 */
public final class MatchIds {

    private static final Pattern FORM =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    private static final long VERSION_7 = 0x7000;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final int HEXADECIMAL = 16;
    private static final int LENGTH = 36;
    private static final String LOWEST = "00000000-0000-7000-8000-000000000000";
    private static final int HIGH_END = 1 << 12;
    private static final long LOW_END = 1L << 62;

    private final Clock clock;
    private final RandomGenerator random;

    /** Milliseconds since 1970, then 12 and 62 bits that are random in a new millisecond and count up within one. */
    private long millis = -1;

    private int high;
    private long low;

    public MatchIds(Clock clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    public synchronized String next() {
        long now = clock.millis();
        if (now > millis) {
            draw(now);
        } else {
            // A step of random size, so that an id does not give away the one made after it.
            low += 1 + (random.nextInt() & 0xFFFF_FFFFL);
            if (low >= LOW_END) {
                low -= LOW_END;
                high++;
            }
            if (high == HIGH_END) {
                draw(millis + 1);
            }
        }
        return text(millis, high, low);
    }

    private void draw(long newMillis) {
        millis = newMillis;
        high = random.nextInt() & (HIGH_END - 1);
        low = random.nextLong() & (LOW_END - 1);
    }

    public static boolean isId(String text) {
        return text != null && FORM.matcher(text).matches();
    }

    /**
     * The id that follows from a time and texts: the same for the same arguments, different if any text differs. For
     * matches that must be started only once, however often it is tried.
     */
    public static String derived(Instant time, String... texts) {
        ByteBuffer hash = ByteBuffer.wrap(Sha256.ofAll(texts));
        return text(time.toEpochMilli(), hash.getInt() & (HIGH_END - 1), hash.getLong() & (LOW_END - 1));
    }

    /**
     * The id of a match that shares its board with at most one other, in which the same players have changed seats. The
     * two ids differ in their last bit alone, so each leads to the other; see {@link #otherOnBoard}.
     *
     * @param texts as in {@link #derived}; the same for both
     */
    public static String onBoard(boolean second, Instant time, String... texts) {
        String id = derived(time, texts);
        return lastDigit(id) % 2 == (second ? 1 : 0) ? id : otherOnBoard(id);
    }

    /** The id of the other match on the board, if there is one. */
    public static String otherOnBoard(String id) {
        return id.substring(0, id.length() - 1) + Character.forDigit(lastDigit(id) ^ 1, HEXADECIMAL);
    }

    private static int lastDigit(String id) {
        return Character.digit(id.charAt(id.length() - 1), HEXADECIMAL);
    }

    /** The text that comes before every id made at that time or later, and after every id made before. */
    public static String before(Instant time) {
        return text(time.toEpochMilli(), 0, 0);
    }

    /**
     * A text of the form of an id that comes after the lower one, not after the higher one, and gives neither away:
     * behind the digit in which they differ, it has none of theirs.
     */
    public static String between(String lower, String higher) {
        int differs = 0;
        while (lower.charAt(differs) == higher.charAt(differs)) {
            differs++;
        }
        return higher.substring(0, differs + 1) + LOWEST.substring(differs + 1);
    }

    /** When an id was made, also one with a prefix, by the clock of the machine that made it. */
    public static Instant time(String id) {
        String uuid = id.substring(id.length() - LENGTH);
        return Instant.ofEpochMilli(UUID.fromString(uuid).getMostSignificantBits() >>> 16);
    }

    private static String text(long millis, int high, long low) {
        return new UUID(millis << 16 | VERSION_7 | high, VARIANT | low).toString();
    }
}
