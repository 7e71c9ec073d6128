package bout.api.access;

import bout.api.http.Request;
import bout.telemetry.Settings;
import java.net.URI;
import java.util.Optional;

/**
 * The address by which a viewer reached the site; chats demand full addresses.
 *
 * <p>Behind the CDN the host of a request is that of API Gateway, so a function of the CDN sets the header
 * {@value #HEADER} to the one that the viewer asked for. CloudFront answers only for hosts of its own distribution, and
 * the function overwrites what a viewer sends. Without the CDN's secret the header is not trusted.
 */
public final class SiteAddress {

    static final String HEADER = "Bout-Site";

    private static final String HOST = "[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?";

    private final SourceAddress cdn;

    private SiteAddress(SourceAddress cdn) {
        this.cdn = cdn;
    }

    public static SiteAddress of(Settings settings) {
        return new SiteAddress(SourceAddress.of(settings));
    }

    public URI of(Request request) {
        String viewed = request.header(HEADER);
        if (viewed != null && viewed.matches(HOST) && cdn.isFromCdn(request)) {
            return URI.create("https://" + viewed);
        }
        String host = Optional.ofNullable(request.header("Host"))
                .filter(each -> each.matches(HOST))
                .orElse("localhost");
        return URI.create((host.matches("(127\\.0\\.0\\.1|localhost)(:.*)?") ? "http://" : "https://") + host);
    }
}
