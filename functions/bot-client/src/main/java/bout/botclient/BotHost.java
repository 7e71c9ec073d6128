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

/** A host and port with a limit of concurrent calls. */
final class BotHost {

    private static final boolean CAN_ACKNOWLEDGE_AT_ONCE = canAcknowledgeAtOnce();

    private final HttpRoute route;
    private final Semaphore slots;
    private volatile boolean answersInTwoPackets;

    BotHost(BotUrl url, int callsAtOnce) {
        this.route = new HttpRoute(new HttpHost(url.scheme(), url.host(), url.port()), null, url.secure());
        // Fair, so that no match waits forever in a queue for one host.
        this.slots = new Semaphore(callsAtOnce, true);
    }

    HttpRoute route() {
        return route;
    }

    Semaphore slots() {
        return slots;
    }

    /**
     * Records that the host sends the headers and the body of an answer separately, as simple servers do. With Nagle's
     * algorithm, the body leaves only after the headers are acknowledged, and acknowledgements are delayed by up to 40
     * ms: of the bot's time, at every move.
     */
    void answersInTwoPackets() {
        if (!answersInTwoPackets) {
            answersInTwoPackets = true;
        }
    }

    /**
     * Requests an immediate acknowledgement of the next packets, if it is worth the 3 µs it costs. The system forgets
     * the setting after a few packets, so set it for each call.
     */
    void acknowledgeAtOnce(HttpClientConnection connection) throws IOException {
        if (answersInTwoPackets
                && CAN_ACKNOWLEDGE_AT_ONCE
                && !route.isSecure()
                && connection instanceof ManagedHttpClientConnection managed) {
            Socket socket = managed.getSocket();
            if (socket != null) {
                socket.setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
            }
        }
    }

    /** True on Linux. */
    private static boolean canAcknowledgeAtOnce() {
        try (Socket socket = new Socket()) {
            return socket.supportedOptions().contains(ExtendedSocketOptions.TCP_QUICKACK);
        } catch (IOException broken) {
            throw new UncheckedIOException("cannot open a socket", broken);
        }
    }
}
