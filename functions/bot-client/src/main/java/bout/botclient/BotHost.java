package bout.botclient;

import bout.address.BotUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.concurrent.Semaphore;
import jdk.net.ExtendedSocketOptions;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.HttpClientConnection;

/** A host and port that bots are called at, with its share of calls in flight. */
final class BotHost {

    private static final boolean CAN_ACKNOWLEDGE_AT_ONCE = canAcknowledgeAtOnce();

    private final HttpRoute route;
    private final Semaphore slots;
    private volatile boolean splitsAnswers;

    BotHost(BotUrl url, int callsAtOnce) {
        this.route = new HttpRoute(new HttpHost(url.scheme(), url.host(), url.port()), null, url.secure());
        // Fair: with a queue of matches at one host, none of them waits for ever.
        this.slots = new Semaphore(callsAtOnce, true);
    }

    HttpRoute route() {
        return route;
    }

    Semaphore slots() {
        return slots;
    }

    /**
     * The host sent the head of an answer and its body apart, as simple servers do. With Nagle's algorithm the body then
     * leaves only when the head has been acknowledged, and an acknowledgement is put off for 40 ms: of the bot's time, and
     * at every move.
     */
    void splitsAnswers() {
        if (!splitsAnswers) {
            splitsAnswers = true;
        }
    }

    /**
     * Has what comes next acknowledged at once, where that is worth the 3 µs that it costs. The system forgets it after a
     * few packets, so it is asked for at each call.
     */
    void acknowledgeAtOnce(HttpClientConnection connection) throws IOException {
        if (splitsAnswers
                && CAN_ACKNOWLEDGE_AT_ONCE
                && !route.isSecure()
                && connection instanceof ManagedHttpClientConnection managed) {
            Socket socket = managed.getSocket();
            if (socket != null) {
                socket.setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
            }
        }
    }

    /** Linux can. */
    private static boolean canAcknowledgeAtOnce() {
        try (Socket socket = new Socket()) {
            return socket.supportedOptions().contains(ExtendedSocketOptions.TCP_QUICKACK);
        } catch (IOException broken) {
            throw new UncheckedIOException("a socket cannot be made", broken);
        }
    }
}
