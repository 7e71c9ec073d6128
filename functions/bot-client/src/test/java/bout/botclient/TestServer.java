package bout.botclient;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.wire.WebhookSecret;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A loopback server on plain sockets whose behavior each test defines. */
public final class TestServer implements AutoCloseable {

    /** Handles one connection, which is closed afterwards. */
    public interface Behaviour {
        void serve(Connection connection) throws Exception;
    }

    private final ServerSocket listener;
    private final Collection<Socket> open = new ConcurrentLinkedQueue<>();
    public final AtomicInteger connections = new AtomicInteger();
    public final AtomicInteger requests = new AtomicInteger();
    public final List<Request> received = Collections.synchronizedList(new ArrayList<>());

    private TestServer(ServerSocket listener) {
        this.listener = listener;
    }

    public static TestServer of(Behaviour behaviour) throws IOException {
        return of(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), behaviour);
    }

    public static TestServer of(ServerSocket listener, Behaviour behaviour) {
        TestServer server = new TestServer(listener);
        Thread.startVirtualThread(() -> server.accept(behaviour));
        return server;
    }

    /** Answers every request with these bytes and keeps the connection open. */
    public static TestServer answering(String answer) throws IOException {
        return replying(request -> answer);
    }

    /** Answers a request; to throw ends the connection. */
    public interface Answers {
        String to(Request request) throws Exception;
    }

    /** Answers each request and keeps the connection open. */
    public static TestServer replying(Answers answers) throws IOException {
        return of(connection -> {
            for (Request request = connection.request(); request != null; request = connection.request()) {
                connection.send(answers.to(request));
            }
        });
    }

    private void accept(Behaviour behaviour) {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                open.add(socket);
                int number = connections.incrementAndGet();
                Thread.startVirtualThread(() -> {
                    try (socket) {
                        behaviour.serve(new Connection(this, socket, number));
                    } catch (Exception closedByTheOtherSide) {
                        // the test looks at the client's result
                    }
                });
            } catch (IOException closed) {
                return;
            }
        }
    }

    /** Waits until so many requests have been read. */
    public void awaitRequests(int count) throws InterruptedException {
        while (requests.get() < count) {
            Thread.sleep(1);
        }
    }

    public int port() {
        return listener.getLocalPort();
    }

    public BotUrl url() {
        return url("/");
    }

    public BotUrl url(String target) {
        return url("http://127.0.0.1:" + port() + target, AddressPolicy.LOOPBACK);
    }

    public static BotUrl url(String text, AddressPolicy policy) {
        return switch (BotUrl.read(text, policy)) {
            case BotUrl.Allowed allowed -> allowed.url();
            case BotUrl.Refused refused -> throw new IllegalArgumentException(refused.text());
        };
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    /** A whole answer with a JSON body. */
    public static String ok(String json) {
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                + json.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + json;
    }

    /** A received request. */
    public record Request(String line, Map<String, String> headers, String body) {

        /** What its header {@code webhook-signature} must be if it was signed with this secret. */
        public String signature(WebhookSecret secret) {
            return secret.signature(
                    headers.get("webhook-id"),
                    Long.parseLong(headers.get("webhook-timestamp")),
                    body.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** One accepted connection. */
    public static final class Connection {
        private final TestServer server;
        private final Socket socket;
        private final InputStream input;
        private final OutputStream output;

        /** starts at 1 */
        final int number;

        private Connection(TestServer server, Socket socket, int number) throws IOException {
            this.server = server;
            this.socket = socket;
            this.number = number;
            this.input = new BufferedInputStream(socket.getInputStream());
            this.output = socket.getOutputStream();
        }

        /** The next request, or {@code null} if the client closed the connection. */
        public Request request() throws IOException {
            String line = line();
            if (line == null) {
                return null;
            }
            Map<String, String> headers = new LinkedHashMap<>();
            for (String header = line(); header != null && !header.isEmpty(); header = line()) {
                int colon = header.indexOf(':');
                headers.put(
                        header.substring(0, colon).toLowerCase(Locale.ROOT),
                        header.substring(colon + 1).strip());
            }
            byte[] body = input.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
            Request request = new Request(line, headers, new String(body, StandardCharsets.UTF_8));
            server.received.add(request);
            server.requests.incrementAndGet();
            return request;
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            while (true) {
                int next = input.read();
                if (next < 0) {
                    return null;
                }
                if (next == '\n') {
                    return line.toString().stripTrailing();
                }
                line.append((char) next);
            }
        }

        public void send(String text) throws IOException {
            send(text.getBytes(StandardCharsets.UTF_8));
        }

        public void send(byte[] bytes) throws IOException {
            output.write(bytes);
            output.flush();
        }

        /** Sends small packets at once, also before earlier ones are acknowledged. */
        public void withoutDelay() throws IOException {
            socket.setTcpNoDelay(true);
        }

        /** Ends what this side sends, like a server that closes an idle connection. */
        public void endStream() throws IOException {
            socket.shutdownOutput();
        }

        /** Ends the connection with a reset, like a crashed server. */
        public void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        /** Waits until the client closes the connection, and discards what it sends. */
        public void hang() throws IOException {
            while (input.read() >= 0) {
                // discard
            }
        }
    }
}
