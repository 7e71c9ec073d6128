package bout.api.http;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * The cookies of the API, which no script can read. Their names have the prefix {@code __Host-}, with which browsers
 * take them only over HTTPS and only from this very host; not on the loopback of one machine, where there is no HTTPS.
 */
public final class Cookies {

    /** Has the token of a session. */
    public static final String SESSION = "bout";

    private Cookies() {}

    private static String prefix(URI site) {
        return site.getScheme().equals("https") ? "__Host-" : "";
    }

    public static Optional<String> find(Request request, URI site, String name) {
        String start = prefix(site) + name + "=";
        return Optional.ofNullable(request.header("Cookie")).stream()
                .flatMap(all -> Arrays.stream(all.split("; ?")))
                .filter(cookie -> cookie.startsWith(start))
                .map(cookie -> cookie.substring(start.length()))
                .findFirst();
    }

    /** @param lasts zero to delete the cookie */
    public static String of(URI site, String name, String value, Duration lasts) {
        return prefix(site) + name + "=" + value + "; Path=/; Max-Age=" + lasts.toSeconds() + "; SameSite=Lax; HttpOnly"
                + (prefix(site).isEmpty() ? "" : "; Secure");
    }
}
