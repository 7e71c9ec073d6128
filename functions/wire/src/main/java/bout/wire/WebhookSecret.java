package bout.wire;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * A secret shared by Bout and a receiver, so that the receiver can tell that a request is from Bout. Implements the
 * symmetric scheme of Standard Webhooks 1.0.0. Signs calls to bots and webhooks.
 *
 * <p>A signed request has three headers: {@value #ID}, {@value #TIMESTAMP} (whole seconds since 1970) and
 * {@value #SIGNATURE}. The signature is {@code v1,} followed by the base64 of the HMAC-SHA256 of
 * {@code id.timestamp.body}, where the body is the exact bytes sent. A receiver rejects old timestamps, so that an
 * attacker cannot replay a request.
 *
 * <p>Thread-safe. {@link #toString} hides the secret, because objects end up in logs.
 */
public final class WebhookSecret {

    /** The header with the request's id. A retry keeps the id. */
    public static final String ID = "webhook-id";

    public static final String TIMESTAMP = "webhook-timestamp";
    public static final String SIGNATURE = "webhook-signature";

    /**
     * The header of an answer which proves that the receiver has the secret, too: {@link #proof} of the request's id.
     */
    public static final String PROOF = "Bout-Proof";

    private static final String PREFIX = "whsec_";
    private static final int MIN_BYTES = 24;
    private static final int MAX_BYTES = 64;
    private static final int DRAWN_BYTES = 32;

    private final byte[] key;

    private WebhookSecret(byte[] key) {
        this.key = key;
    }

    public sealed interface Reading {}

    public record Accepted(WebhookSecret secret) implements Reading {}

    /** Not a secret. The text says why and how to fix it; it never repeats the input. */
    public record Refused(String text) implements Reading {}

    /** Parses a secret in its text form: {@code whsec_} and the base64 of 24 to 64 bytes. */
    public static Reading read(String text) {
        if (!text.startsWith(PREFIX)) {
            return new Refused("a secret starts with " + PREFIX);
        }
        byte[] key;
        try {
            key = Base64.getDecoder().decode(text.substring(PREFIX.length()));
        } catch (IllegalArgumentException notBase64) {
            return new Refused(PREFIX + " must be followed by base64 (letters, digits, + and /, = at the end)");
        }
        if (key.length < MIN_BYTES || key.length > MAX_BYTES) {
            return new Refused("a secret has " + MIN_BYTES + " to " + MAX_BYTES + " bytes in base64 after " + PREFIX
                    + "; this one has " + key.length);
        }
        return new Accepted(new WebhookSecret(key));
    }

    public static WebhookSecret draw(SecureRandom random) {
        byte[] key = new byte[DRAWN_BYTES];
        random.nextBytes(key);
        return new WebhookSecret(key);
    }

    /** The only place that reveals it. */
    public String text() {
        return PREFIX + base64();
    }

    /** The secret without its prefix, which some tools use as the secret and so must be hidden too. */
    public String base64() {
        return Base64.getEncoder().encodeToString(key);
    }

    /**
     * Computes the value of the header {@value #SIGNATURE}.
     *
     * @param id the value of {@value #ID}; must not contain a full stop, or two requests could have the same signature
     * @param timestamp the value of {@value #TIMESTAMP}: seconds since 1970
     * @param body the exact bytes sent
     */
    public String signature(String id, long timestamp, byte[] body) {
        if (id.isEmpty() || id.indexOf('.') >= 0) {
            throw new IllegalArgumentException(
                    "the id of a signed request must not be empty or contain a full stop: " + id);
        }
        byte[] head = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
        return "v1," + Base64.getEncoder().encodeToString(Sha256.hmac(key, head, body));
    }

    /**
     * Proves to have the secret: the base64 of the HMAC-SHA256 of a text. A bot answers it to the id of a request, in
     * the header {@value #PROOF}.
     *
     * @param text not {@code id.timestamp.body}: what Bout signs must prove nothing when a host sends it back
     */
    public String proof(String text) {
        return Base64.getEncoder().encodeToString(Sha256.hmac(key, text.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public String toString() {
        return "WebhookSecret[secret]";
    }
}
