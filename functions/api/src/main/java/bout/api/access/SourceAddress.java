package bout.api.access;

import bout.api.http.Request;
import bout.telemetry.Settings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/**
 * Finds the address that a request came from.
 *
 * <p>API Gateway tells who is at the other end of its connection. Behind the CDN that is the CDN, for all callers alike;
 * the caller's own address is then the last but one of {@code X-Forwarded-For}, which the CDN appended before API Gateway
 * appended the CDN's. What stands further to the left the caller may have made up. And anyone can send that header to
 * API Gateway without the CDN; so it only counts beside the header {@value #HEADER} with the secret that the CDN adds to
 * each request ({@code BOUT_CDN_SECRET}).
 */
public final class SourceAddress {

    static final String HEADER = "Bout-Cdn";

    private final byte[] secret;

    private SourceAddress(byte[] secret) {
        this.secret = secret;
    }

    static SourceAddress of(Settings settings) {
        String secret = settings.text("BOUT_CDN_SECRET", "");
        // On one machine nobody resolves the reference to the secret, and no CDN stands before the API.
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
