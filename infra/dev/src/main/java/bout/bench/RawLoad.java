package bout.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;

/** The lower bound: writes the same bytes to one socket per thread, and reads the answers. */
final class RawLoad {

    private final int port;
    private final byte[] request;
    private final LongAdder calls = new LongAdder();

    RawLoad(int port, byte[] body) {
        this.port = port;
        byte[] head = ("POST / HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAccept: application/json\r\n"
                        + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + body.length
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        this.request = new byte[head.length + body.length];
        System.arraycopy(head, 0, request, 0, head.length);
        System.arraycopy(body, 0, request, head.length, body.length);
    }

    Load load() {
        return new Load(calls, Connection::new);
    }

    private final class Connection implements Load.Unit {
        private final Socket socket;
        private final OutputStream out;
        private final RawMessages answers;

        private Connection() {
            try {
                socket = new Socket(InetAddress.getLoopbackAddress(), port);
                socket.setTcpNoDelay(true);
                out = socket.getOutputStream();
                answers = new RawMessages(socket.getInputStream());
            } catch (IOException failed) {
                throw new UncheckedIOException("cannot connect to the bots", failed);
            }
        }

        @Override
        public void run() throws IOException {
            out.write(request);
            if (!answers.next()) {
                throw new IOException("the bots closed the connection");
            }
            calls.increment();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
