package bout.botclient.failure;

import bout.engine.Failure;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Explains why a TLS handshake failed. */
public final class NoTls {

    private NoTls() {}

    public static Failure failure(Exception broken) {
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
}
