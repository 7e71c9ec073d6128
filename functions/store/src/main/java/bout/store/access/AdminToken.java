package bout.store.access;

import bout.wire.Sha256;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The token of a deployment's admin, which knows only its {@link #hash}. The syntax is that of RFC 6750; the minimum
 * length keeps out guessable tokens.
 *
 * <p>The text is the token itself, so {@code toString} does not show it.
 */
public record AdminToken(String text) {

    public static final String FORM = "32 to 128 letters, digits and characters of ._~+/=-";

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]{32,128}");
    private static final int BYTES = 32;

    public AdminToken {
        if (!TOKEN.matcher(text).matches()) {
            throw new IllegalArgumentException("not an admin token");
        }
    }

    public static AdminToken draw() {
        byte[] drawn = new byte[BYTES];
        new SecureRandom().nextBytes(drawn);
        return new AdminToken(HexFormat.of().formatHex(drawn));
    }

    public static Optional<AdminToken> read(String text) {
        return text != null && TOKEN.matcher(text).matches() ? Optional.of(new AdminToken(text)) : Optional.empty();
    }

    /** SHA-256 in hexadecimal digits. */
    public String hash() {
        return Sha256.hex(text);
    }

    @Override
    public String toString() {
        return "AdminToken[]";
    }
}
