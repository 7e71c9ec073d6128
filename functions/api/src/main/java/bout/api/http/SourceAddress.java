package bout.api.http;

import bout.telemetry.Cdn;
import bout.telemetry.Settings;
import java.net.URI;
import java.util.Optional;

/**
 * Finds the address that a request came from.
 *
 * <p>API Gateway reports the other end of its connection. Behind the CDN that is always the CDN. A function of the CDN
 * therefore sets the header {@value #VIEWER} to the address that it sees. Because anyone can send that header to API
 * Gateway directly, it is trusted only if the CDN passed the request on ({@link Cdn}).
 */
public record SourceAddress(Cdn cdn) {

    static final String VIEWER = "Bout-Viewer";
    static final String SITE = "Bout-Site";
    private static final String HOST = "[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?";

    public static SourceAddress of(Settings settings) {
        return new SourceAddress(Cdn.of(settings));
    }

    String of(Request request) {
        String viewer = request.header(VIEWER);
        return viewer == null || viewer.isBlank() || !isFromCdn(request) ? request.sourceAddress() : viewer.strip();
    }

    private boolean isFromCdn(Request request) {
        return cdn.passedOn(request.header(Cdn.HEADER));
    }

    /**
     * The address by which a viewer reached the site; chats demand full addresses.
     *
     * <p>Behind the CDN the host of a request is that of API Gateway, so a function of the CDN sets the header
     * {@value #SITE} to the one that the viewer asked for. CloudFront answers only for hosts of its own distribution,
     * and the function overwrites what a viewer sends. Without the CDN's secret the header is not trusted.
     */
    public URI site(Request request) {
        String viewed = request.header(SITE);
        if (viewed != null && viewed.matches(HOST) && isFromCdn(request)) {
            return URI.create("https://" + viewed);
        }
        String host = Optional.ofNullable(request.header("Host"))
                .filter(each -> each.matches(HOST))
                .orElse("localhost");
        return URI.create((host.matches("(127\\.0\\.0\\.1|localhost)(:.*)?") ? "http://" : "https://") + host);
    }
}
