package bout.botclient;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLSocket;
import jdk.net.ExtendedSocketOptions;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.io.CloseMode;

/** A connection to a bot. Used by one call at a time. */
final class Connection {

    private final ManagedHttpClientConnection http;
    private SocketChannel channel;
    private SSLSocket tls;

    /** As of {@link System#nanoTime}. */
    private long usableUntil;

    Connection(ManagedHttpClientConnection http) {
        this.http = http;
    }

    ManagedHttpClientConnection http() {
        return http;
    }

    /** Called for each address that is tried. */
    void opened(SocketChannel tcp) {
        channel = tcp;
    }

    void secured(SSLSocket socket) {
        tls = socket;
    }

    void usableUntil(long time) {
        usableUntil = time;
    }

    boolean usableAt(long now) {
        return usableUntil - now > 0;
    }

    /**
     * Whether the server has kept silent since its last answer. Bytes would be read as the start of the next answer; at
     * the end of the stream there will be none. With TLS, any byte counts, also one that is not part of an answer: a
     * new connection is cheaper than to find out.
     *
     * <p>Bytes that arrive after this and before the request is sent are still taken for its answer. They come from the
     * same bot, for which alone this connection is used, so it harms only itself.
     */
    boolean silent() {
        try {
            if (tls != null && tls.getInputStream().available() > 0) {
                return false;
            }
            channel.configureBlocking(false);
            int read = channel.read(ByteBuffer.allocate(1));
            channel.configureBlocking(true);
            return read == 0;
        } catch (IOException closed) {
            return false;
        }
    }

    /**
     * Requests an immediate acknowledgement of the next packets. The system forgets the setting after a few packets, so
     * set it for each call.
     */
    void acknowledgeAtOnce() throws IOException {
        Socket socket = http.getSocket();
        if (socket != null) {
            socket.setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
        }
    }

    void close(CloseMode mode) {
        http.close(mode);
    }
}
