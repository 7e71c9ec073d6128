package bout.api.access;

import bout.api.http.Request;
import bout.telemetry.Settings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Finds the address that a request came from.
 *
 * <p>API Gateway reports the other end of its connection. Behind the CDN that is always the CDN. A function of the CDN
 * therefore sets the header {@value #VIEWER} to the address that it sees. Because anyone can send that header to API
 * Gateway directly, it is trusted only together with the header {@value #HEADER} and the secret that the CDN adds to
 * each request ({@code BOUT_CDN_SECRET}).
 */
public final class SourceAddress {

    static final String HEADER = "Bout-Cdn";
    static final String VIEWER = "Bout-Viewer";

    private final byte[] secret;

    private SourceAddress(byte[] secret) {
        this.secret = secret;
    }

    static SourceAddress of(Settings settings) {
        String secret = settings.text("BOUT_CDN_SECRET", "");
        // Without a CDN, nobody resolves the reference to its secret.
        return new SourceAddress(secret.startsWith("{{") ? new byte[0] : secret.getBytes(StandardCharsets.UTF_8));
    }

    String of(Request request) {
        String viewer = request.header(VIEWER);
        return viewer == null || viewer.isBlank() || !isFromCdn(request) ? request.sourceAddress() : viewer.strip();
    }

    boolean isFromCdn(Request request) {
        String shown = request.header(HEADER);
        return secret.length > 0
                && shown != null
                && MessageDigest.isEqual(secret, shown.getBytes(StandardCharsets.UTF_8));
    }
}
