package bout.botclient;

import bout.engine.Failure;
import java.net.ConnectException;

/** Why no TCP connection came about. */
final class NoConnection {

    private NoConnection() {}

    static Failure failure(Exception broken) {
        // The JDK throws the same exception for a refusal and for a connection that nobody took up.
        if (broken instanceof ConnectException
                && String.valueOf(broken.getMessage()).contains("refused")) {
            return new Failure(
                    Failure.Kind.REFUSED, "The bot's host refused the connection: nothing listens on that port.");
        }
        return new Failure(
                Failure.Kind.UNREACHABLE,
                "The bot's host cannot be reached: there is no way to its network, or it is down.");
    }
}
