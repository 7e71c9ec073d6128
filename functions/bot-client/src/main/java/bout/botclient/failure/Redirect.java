package bout.botclient.failure;

import bout.address.BotUrl;
import bout.engine.Failure;
import java.net.URI;
import java.util.Set;

/** Describes redirects. They are not followed, but a bot's author should learn where they lead. */
public final class Redirect {

    private static final Set<Integer> STATUSES = Set.of(301, 302, 303, 307, 308);

    private Redirect() {}

    public static boolean is(int status) {
        return STATUSES.contains(status);
    }

    /**
     * @param location the header {@code Location}, or {@code null}
     * @param url the URL that was called
     */
    public static Failure failure(int status, String location, BotUrl url) {
        return new Failure(
                Failure.Kind.REDIRECT,
                "Answered with redirect " + status + " " + target(location, url)
                        + "; Bout does not follow redirects, so use the final URL.");
    }

    /** How the redirect's target differs from the bot's URL, without revealing either. */
    private static String target(String location, BotUrl url) {
        if (location == null) {
            return "without a Location header";
        }
        URI from;
        URI to;
        try {
            from = URI.create(url.scheme() + "://" + url.authority()).resolve(path(url));
            to = from.resolve(location.strip());
        } catch (IllegalArgumentException notAUri) {
            return "with an invalid Location";
        }
        if (to.getRawAuthority() == null || !host(to).equalsIgnoreCase(host(from))) {
            return "to another host";
        }
        if (!from.getScheme().equalsIgnoreCase(to.getScheme())) {
            return "to " + to.getScheme() + " on the same host";
        }
        if (to.getRawPath().equals(from.getRawPath() + "/")) {
            return "to the same path with a trailing slash";
        }
        return "to another path, query or port of the same host";
    }

    /** The path as a {@link URI} parses it, which is stricter than a bot's URL. */
    private static String path(BotUrl url) {
        String path = url.target().split("[?]", 2)[0];
        try {
            return URI.create(path).getRawPath();
        } catch (IllegalArgumentException notAUri) {
            return "/";
        }
    }

    /**
     * The host without the port. {@link URI#getHost} is {@code null} for a name with an underscore, so parse the
     * authority.
     */
    private static String host(URI uri) {
        String authority = uri.getRawAuthority();
        int colon = authority.lastIndexOf(':');
        return colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
    }
}
