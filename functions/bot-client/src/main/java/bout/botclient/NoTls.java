package bout.botclient;

import bout.engine.Failure;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Why a TLS handshake did not succeed. */
final class NoTls {

    private NoTls() {}

    static Failure failure(Exception broken) {
        return new Failure(Failure.Kind.TLS, "No TLS connection: " + why(broken));
    }

    /** The JDK tells some reasons by their texts only. */
    private static String why(Exception broken) {
        String message = String.valueOf(broken.getMessage());
        if (causedBy(CertificateExpiredException.class, broken)) {
            return "the certificate has expired.";
        }
        if (causedBy(CertificateNotYetValidException.class, broken)) {
            return "the certificate is not valid yet.";
        }
        if (message.contains("PKIX")) {
            return "the certificate is not signed by an authority that is trusted (a self-signed one is not), or an"
                    + " intermediate certificate is missing.";
        }
        if (broken instanceof SSLPeerUnverifiedException || message.contains("subject alternative")) {
            return "the certificate is for another host name.";
        }
        if (message.contains("Unsupported or unrecognized SSL message")) {
            return "what the host sent is no TLS; does the port speak plain HTTP?";
        }
        if (broken instanceof SSLException && !message.contains("terminated the handshake")) {
            return "the handshake failed; TLS 1.2 or 1.3 with a certificate for the host name is needed.";
        }
        return "the host closed the connection within the handshake.";
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
