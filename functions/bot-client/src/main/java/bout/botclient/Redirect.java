package bout.botclient;

import bout.address.BotUrl;
import bout.engine.Failure;
import java.net.URI;
import java.util.Set;

/** Redirects: they are not followed, but a bot's author should learn where to look. */
final class Redirect {

    private static final Set<Integer> STATUSES = Set.of(301, 302, 303, 307, 308);

    private Redirect() {}

    static boolean is(int status) {
        return STATUSES.contains(status);
    }

    /**
     * @param location the header {@code Location}, or {@code null}
     * @param url where the bot was called
     */
    static Failure failure(int status, String location, BotUrl url) {
        return new Failure(
                Failure.Kind.REDIRECT,
                "Answered with the redirect " + status + " " + target(location, url)
                        + "; redirects are not followed, so the bot's URL must be the final one.");
    }

    /** Where it leads, told without the secret: in what it differs from the bot's URL. */
    private static String target(String location, BotUrl url) {
        if (location == null) {
            return "without a header Location";
        }
        URI from;
        URI to;
        try {
            from = URI.create(url.scheme() + "://" + url.authority()).resolve(path(url));
            to = from.resolve(location.strip());
        } catch (IllegalArgumentException notAUri) {
            return "with a Location that is no URL";
        }
        if (to.getRawAuthority() == null || !host(to).equalsIgnoreCase(host(from))) {
            return "to another host";
        }
        if (!from.getScheme().equalsIgnoreCase(to.getScheme())) {
            return "to " + to.getScheme() + " on the same host";
        }
        if (to.getRawPath().equals(from.getRawPath() + "/")) {
            return "to the same path with a slash at its end";
        }
        return "to another path, query or port of the same host";
    }

    /** The path as far as a {@link URI} may hold it; a bot's URL is less strict. */
    private static String path(BotUrl url) {
        String path = url.target().split("[?]", 2)[0];
        try {
            return URI.create(path).getRawPath();
        } catch (IllegalArgumentException notAUri) {
            return "/";
        }
    }

    /** Without the port. The parser leaves the host of a name with an underscore empty, so the authority is asked. */
    private static String host(URI uri) {
        String authority = uri.getRawAuthority();
        int colon = authority.lastIndexOf(':');
        return colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
    }
}
