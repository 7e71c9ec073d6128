package bout.wire;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * A bearer token: {@code bout_}, 256 random bits as 43 base-62 digits, and the CRC-32 of all that as 6 more digits. The
 * prefix and the checksum let secret scanners recognize leaked tokens, and reveal typing errors without a look-up.
 *
 * <p>The text is the token itself, so {@code toString} does not show it.
 */
public record BearerToken(String text) {

    private static final String PREFIX = "bout_";
    private static final int BYTES = 32;
    private static final int DIGITS = 43;
    private static final int CHECK_DIGITS = 6;
    private static final Pattern FORM = Pattern.compile(PREFIX + "[0-9A-Za-z]{" + (DIGITS + CHECK_DIGITS) + "}");
    private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private static final Pattern ID = Pattern.compile("tok_[0-9a-f]{32}");

    public BearerToken {
        if (!isToken(text)) {
            throw new IllegalArgumentException("not a token");
        }
    }

    public static BearerToken draw(RandomGenerator random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        String checked = PREFIX + base62(new BigInteger(1, bytes), DIGITS);
        return new BearerToken(checked + checksum(checked));
    }

    /** The token with this text; empty if its form or checksum is wrong. */
    public static Optional<BearerToken> read(String text) {
        return isToken(text) ? Optional.of(new BearerToken(text)) : Optional.empty();
    }

    private static boolean isToken(String text) {
        if (text == null || !FORM.matcher(text).matches()) {
            return false;
        }
        int end = text.length() - CHECK_DIGITS;
        return text.substring(end).equals(checksum(text.substring(0, end)));
    }

    /** The id of the token, such as {@code tok_1f0c...}: 128 bits of its {@link #hash}, so it reveals nothing. */
    public String id() {
        return "tok_" + hash().substring(0, 32);
    }

    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** SHA-256 in hexadecimal digits. A slow hash is not needed: tokens are 256 random bits, not chosen passwords. */
    public String hash() {
        return Sha256.hex(text);
    }

    @Override
    public String toString() {
        return "BearerToken[" + id() + "]";
    }

    private static String checksum(String text) {
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.US_ASCII));
        return base62(BigInteger.valueOf(crc.getValue()), CHECK_DIGITS);
    }

    private static String base62(BigInteger number, int digits) {
        BigInteger base = BigInteger.valueOf(ALPHABET.length());
        StringBuilder backwards = new StringBuilder();
        BigInteger rest = number;
        for (int i = 0; i < digits; i++) {
            BigInteger[] divided = rest.divideAndRemainder(base);
            backwards.append(ALPHABET.charAt(divided[1].intValue()));
            rest = divided[0];
        }
        return backwards.reverse().toString();
    }
}
