package bout.botclient.failure;

import bout.engine.Failure;
import java.net.ConnectException;

/** Explains why a TCP connection failed. */
public final class NoConnection {

    private NoConnection() {}

    public static Failure failure(Exception broken) {
        // The JDK throws the same exception for a refused connection and for one that nobody accepted.
        if (broken instanceof ConnectException
                && String.valueOf(broken.getMessage()).contains("refused")) {
            return new Failure(
                    Failure.Kind.REFUSED, "The bot's host refused the connection: nothing listens on that port.");
        }
        return new Failure(
                Failure.Kind.UNREACHABLE, "The bot's host cannot be reached: no route to it, or it is down.");
    }
}
