package bout.botclient;

import bout.address.BotUrl;
import bout.engine.Failure;
import java.net.ConnectException;
import java.net.URI;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Set;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Ends a call whose failure is the bot's, and explains it to the bot's author. */
final class CallFailed extends Exception {

    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private final Failure failure;

    CallFailed(Failure failure) {
        super(failure.text(), null, false, false);
        this.failure = failure;
    }

    CallFailed(Failure.Kind kind, String text) {
        this(new Failure(kind, text));
    }

    Failure failure() {
        return failure;
    }

    static Failure noConnection(Exception broken) {
        // The JDK throws the same exception for a refused connection and for one that was not accepted.
        if (broken instanceof ConnectException
                && String.valueOf(broken.getMessage()).contains("refused")) {
            return new Failure(
                    Failure.Kind.REFUSED, "The bot's host refused the connection: nothing listens on that port.");
        }
        return new Failure(
                Failure.Kind.UNREACHABLE, "The bot's host cannot be reached: no route to it, or it is down.");
    }

    static Failure noTls(Exception broken) {
        return new Failure(Failure.Kind.TLS, "No TLS connection: " + reason(broken));
    }

    /** The JDK reveals some reasons only in its messages. */
    private static String reason(Exception broken) {
        String message = String.valueOf(broken.getMessage());
        if (causedBy(CertificateExpiredException.class, broken)) {
            return "the certificate has expired.";
        }
        if (causedBy(CertificateNotYetValidException.class, broken)) {
            return "the certificate is not valid yet.";
        }
        if (message.contains("PKIX")) {
            return "the certificate is self-signed or not from a trusted authority, or an"
                    + " intermediate certificate is missing.";
        }
        if (broken instanceof SSLPeerUnverifiedException || message.contains("subject alternative")) {
            return "the certificate is for another host name.";
        }
        if (message.contains("Unsupported or unrecognized SSL message")) {
            return "the host did not answer with TLS; does the port use plain HTTP?";
        }
        if (broken instanceof SSLException && !message.contains("terminated the handshake")) {
            return "the handshake failed; the host needs TLS 1.2 or 1.3 and a certificate for its name.";
        }
        return "the host closed the connection during the handshake.";
    }

    private static boolean causedBy(Class<? extends Throwable> kind, Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (kind.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    static boolean isRedirect(int status) {
        return REDIRECTS.contains(status);
    }

    /** Redirects are not followed, but a bot's author should learn where they lead. */
    static Failure redirect(int status, String location, BotUrl url) {
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
