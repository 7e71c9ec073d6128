package bout.wire;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a receiver and Bout share, so that the receiver can tell who a request is from: the symmetric scheme of Standard
 * Webhooks 1.0.0. Calls of bots and webhooks are signed with it.
 *
 * <p>A signed request has three headers: {@value #ID}, {@value #TIMESTAMP} (whole seconds since 1970) and
 * {@value #SIGNATURE}. The last one is {@code v1,} and the base64 of the HMAC-SHA256 over id, timestamp and the exact
 * bytes of the body, with a full stop between each two. A receiver refuses an old timestamp, so that nobody can send
 * again what he has overheard.
 *
 * <p>Safe for use by many threads. Its text form says nothing, because objects end up in logs.
 */
public final class WebhookSecret {

    /** The header with the request's id. It stays the same when the same request is sent again. */
    public static final String ID = "webhook-id";

    /** The header with the time at which the request was signed. */
    public static final String TIMESTAMP = "webhook-timestamp";

    /** The header with the signature. */
    public static final String SIGNATURE = "webhook-signature";

    private static final String PREFIX = "whsec_";
    private static final int LEAST_BYTES = 24;
    private static final int MOST_BYTES = 64;
    private static final int DRAWN_BYTES = 32;
    private static final String ALGORITHM = "HmacSHA256";

    private final byte[] key;
    private final SecretKeySpec spec;

    private WebhookSecret(byte[] key) {
        this.key = key;
        this.spec = new SecretKeySpec(key, ALGORITHM);
    }

    /** What {@link #read} made of a text. */
    public sealed interface Reading {}

    public record Accepted(WebhookSecret secret) implements Reading {}

    /** No secret; the text says what is wrong and what would be right, and does not repeat what came. */
    public record Refused(String text) implements Reading {}

    /** Reads a secret as it is shown to people: {@code whsec_} and the base64 of 24 to 64 bytes. */
    public static Reading read(String text) {
        if (!text.startsWith(PREFIX)) {
            return new Refused("a secret begins with " + PREFIX);
        }
        byte[] key;
        try {
            key = Base64.getDecoder().decode(text.substring(PREFIX.length()));
        } catch (IllegalArgumentException notBase64) {
            return new Refused("behind " + PREFIX + " there must be base64 (letters, digits, + and /, = at the end)");
        }
        if (key.length < LEAST_BYTES || key.length > MOST_BYTES) {
            return new Refused("a secret has " + LEAST_BYTES + " to " + MOST_BYTES + " bytes behind " + PREFIX
                    + ", in base64; this one has " + key.length);
        }
        return new Accepted(new WebhookSecret(key));
    }

    /** A new secret that nobody can guess. */
    public static WebhookSecret draw(SecureRandom random) {
        byte[] key = new byte[DRAWN_BYTES];
        random.nextBytes(key);
        return new WebhookSecret(key);
    }

    /** The secret as it is shown to its owner: the one place where it can be read again. */
    public String text() {
        return PREFIX + base64();
    }

    /** The secret without its prefix, which some would take it for, too. */
    public String base64() {
        return Base64.getEncoder().encodeToString(key);
    }

    /**
     * The value of the header {@value #SIGNATURE}.
     *
     * @param id the value of {@value #ID}; without a full stop, which would let two requests have one signature
     * @param timestamp the value of {@value #TIMESTAMP}: seconds since 1970
     * @param body the bytes as they are sent
     */
    public String signature(String id, long timestamp, byte[] body) {
        if (id.isEmpty() || id.indexOf('.') >= 0) {
            throw new IllegalArgumentException("the id of a signed request has no full stop and is not empty: " + id);
        }
        Mac mac = mac();
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    }

    private Mac mac() {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(spec);
            return mac;
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, impossible);
        } catch (InvalidKeyException impossible) {
            throw new IllegalStateException("any bytes are a key of " + ALGORITHM, impossible);
        }
    }

    @Override
    public String toString() {
        return "WebhookSecret[secret]";
    }
}
