package bout.standings.tournament;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.regex.Pattern;

/**
 * Derives the seeds of several matches from one seed. A whole number counts up (7, 8, 9); any other text gets a number
 * from the second match on (final, final/2, final/3). So each match can be replayed alone with its own seed.
 *
 * <p>From a secret seed (32 hexadecimal digits, as the API draws them), each match gets an unrelated number: whoever
 * knows the seeds of some matches can compute neither the secret nor the others.
 */
public record Seeds(String first) {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,17}");

    private static final Pattern SECRET = Pattern.compile("[0-9a-f]{32}");

    /** Derived seeds are below this: short, and exact in every language. */
    private static final long DERIVED = 1L << 48;

    /** @param game the number of the match, from 0 */
    public String of(int game) {
        if (SECRET.matcher(first).matches()) {
            return Long.toString(Math.floorMod(hash(first + "/" + game), DERIVED));
        }
        if (game == 0) {
            return first;
        }
        return WHOLE_NUMBER.matcher(first).matches()
                ? new BigInteger(first).add(BigInteger.valueOf(game)).toString()
                : first + "/" + (game + 1);
    }

    private static long hash(String text) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            return ByteBuffer.wrap(sha256.digest(text.getBytes(StandardCharsets.UTF_8)))
                    .getLong();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
