package bout.api.access;

import bout.api.http.Request;
import bout.telemetry.Settings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/**
 * Finds the address that a request came from.
 *
 * <p>API Gateway reports the other end of its connection. Behind the CDN that is always the CDN. The caller's address
 * is then the second to last in {@code X-Forwarded-For}: the CDN appended it before API Gateway appended the CDN's.
 * Anything further left may be made up by the caller. Because anyone can send that header to API Gateway directly, it
 * is trusted only together with the header {@value #HEADER} and the secret that the CDN adds to each request
 * ({@code BOUT_CDN_SECRET}).
 */
public final class SourceAddress {

    static final String HEADER = "Bout-Cdn";

    private final byte[] secret;

    private SourceAddress(byte[] secret) {
        this.secret = secret;
    }

    static SourceAddress of(Settings settings) {
        String secret = settings.text("BOUT_CDN_SECRET", "");
        // The local stack does not resolve the reference to the secret, and has no CDN.
        return new SourceAddress(secret.startsWith("{{") ? new byte[0] : secret.getBytes(StandardCharsets.UTF_8));
    }

    String of(Request request) {
        String forwarded = request.header("X-Forwarded-For");
        if (forwarded == null || !isFromCdn(request)) {
            return request.sourceAddress();
        }
        List<String> hops = List.of(forwarded.split(","));
        return hops.size() < 2
                ? request.sourceAddress()
                : hops.get(hops.size() - 2).strip();
    }

    private boolean isFromCdn(Request request) {
        String shown = request.header(HEADER);
        return secret.length > 0
                && shown != null
                && MessageDigest.isEqual(secret, shown.getBytes(StandardCharsets.UTF_8));
    }
}
