package bout.telemetry;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;

/**
 * The CDN in front of the API, which adds a secret ({@code BOUT_CDN_SECRET}) to each request that it passes on, in the
 * header {@value #HEADER}.
 */
public final class Cdn {

    /** As API Gateway writes it. */
    public static final String HEADER = "bout-cdn";

    private final byte[] secret;
    private final boolean only;

    private Cdn(byte[] secret, boolean only) {
        this.secret = secret;
        this.only = only;
    }

    public static Cdn of(Settings settings) {
        String secret = settings.text("BOUT_CDN_SECRET", "");
        return new Cdn(
                // Without a CDN, the reference to its secret is not resolved.
                secret.startsWith("{{") ? new byte[0] : secret.getBytes(StandardCharsets.UTF_8),
                settings.choice("BOUT_ONLY_THROUGH_CDN", "off", "on").equals("on"));
    }

    /** @param shown the header of a request; {@code null} if it has none */
    public boolean passedOn(String shown) {
        return secret.length > 0
                && shown != null
                && MessageDigest.isEqual(secret, shown.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Whether a request went around the CDN although all must go through it ({@code BOUT_ONLY_THROUGH_CDN}): its web
     * ACL would be worth nothing otherwise.
     *
     * @param apiId the API that the request came over, which API Gateway names; {@code null} for a call by the clock
     * @param headers may be {@code null}
     */
    public boolean refuses(String apiId, Map<String, String> headers) {
        return only && apiId != null && !passedOn(headers == null ? null : headers.get(HEADER));
    }
}
