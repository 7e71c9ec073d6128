package bout.cli.connect;

import bout.engine.Plain;
import bout.wire.Json;
import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionText;
import bout.wire.connection.Parts;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.java_websocket.WebSocket;
import org.java_websocket.WebSocketImpl;
import org.java_websocket.framing.CloseFrame;
import org.java_websocket.framing.Framedata;
import org.java_websocket.handshake.ClientHandshake;
import org.java_websocket.server.WebSocketServer;

/** An API with one connected bot and the connections to it: each test says what arrives and what breaks. */
public final class FakeGateway implements AutoCloseable {

    public static final String BOT = "bot_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    private static final long PATIENCE_SECONDS = 30;
    private static final String LINES = "/lines";
    private static final String TICKET = "t.k";

    public record Answer(int status, Object plain) {}

    /** @param headers by name, case-insensitive */
    public record Asked(String line, Map<String, String> headers, Plain body) {}

    private final HttpServer api;
    private final Sockets sockets = new Sockets();
    private final BlockingQueue<Connection> lines = new LinkedBlockingQueue<>();
    final List<Asked> asked = new CopyOnWriteArrayList<>();

    /** By method and path without the query. */
    public final Map<String, Function<Asked, Answer>> routes = new ConcurrentHashMap<>();

    /** What a client that opens a connection gets instead of it, or 0. */
    volatile int refusal;

    public FakeGateway(String game) throws Exception {
        api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        api.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        api.createContext("/", this::serve);
        routes.put("GET /api/bots/" + BOT, request -> new Answer(200, bot("Gary", game, "connected")));
        routes.put("POST /api/bots/" + BOT + "/connect", request -> {
            int port = refusal == 0 ? sockets.getPort() : api.getAddress().getPort();
            return new Answer(200, Map.of("url", "ws://127.0.0.1:" + port + LINES, "ticket", TICKET));
        });
        sockets.start();
        sockets.started.await();
        api.start();
    }

    static Map<String, Object> bot(String name, String game, String kind) {
        return Map.of("id", BOT, "name", name, "game", game, "kind", kind);
    }

    public String url() {
        return "http://127.0.0.1:" + api.getAddress().getPort();
    }

    public Connection awaitConnection() throws InterruptedException {
        Connection line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("nobody connected");
        }
        return line;
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            if (path.equals(LINES)) {
                exchange.sendResponseHeaders(refusal, -1);
                return;
            }
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.getFirst()));
            byte[] body = exchange.getRequestBody().readAllBytes();
            Asked request = new Asked(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                    headers,
                    body.length == 0 ? null : Plain.of(Json.read(body)));
            asked.add(request);
            Answer answer = routes.getOrDefault(
                            exchange.getRequestMethod() + " " + path,
                            unknown -> new Answer(404, Map.of("detail", "No bot has this id.")))
                    .apply(request);
            byte[] json = Json.bytes(answer.plain());
            exchange.sendResponseHeaders(answer.status(), json.length);
            exchange.getResponseBody().write(json);
        } catch (Json.NotJson wrong) {
            throw new IOException(wrong);
        }
    }

    @Override
    public void close() throws InterruptedException {
        api.stop(0);
        sockets.stop(0);
    }

    private final class Sockets extends WebSocketServer {

        private final CountDownLatch started = new CountDownLatch(1);

        private Sockets() {
            super(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            setTcpNoDelay(true);
            setConnectionLostTimeout(0);
        }

        @Override
        public void onStart() {
            started.countDown();
        }

        @Override
        public void onOpen(WebSocket socket, ClientHandshake request) {
            Connection line = new Connection(socket);
            socket.setAttachment(line);
            if (request.getResourceDescriptor().equals(LINES + "?ticket=" + TICKET)) {
                lines.add(line);
            } else {
                socket.close(CloseFrame.REFUSE);
            }
        }

        @Override
        public void onMessage(WebSocket socket, String text) {
            Connection line = socket.getAttachment();
            line.textSizes.add(text.getBytes(StandardCharsets.UTF_8).length);
            line.read(text);
        }

        @Override
        public void onMessage(WebSocket socket, ByteBuffer bytes) {
            throw new AssertionError("a binary message");
        }

        @Override
        public void onWebsocketPing(WebSocket socket, Framedata frame) {
            Connection line = socket.getAttachment();
            if (!line.mute) {
                super.onWebsocketPing(socket, frame);
                line.pongs.incrementAndGet();
            }
        }

        @Override
        public void onClose(WebSocket socket, int code, String reason, boolean remote) {
            socket.<Connection>getAttachment().closed = true;
        }

        @Override
        public void onError(WebSocket socket, Exception error) {
            // A client that breaks its connection is what some tests are about.
        }
    }

    public static final class Connection {
        private final WebSocket socket;
        private final BlockingQueue<ConnectionMessage> received = new LinkedBlockingQueue<>();
        private final Parts parts = new Parts();
        final List<Integer> textSizes = new CopyOnWriteArrayList<>();
        final AtomicInteger keptAlive = new AtomicInteger();
        final AtomicInteger pongs = new AtomicInteger();
        public volatile boolean closed;

        /** Whether pings of the WebSocket protocol get no answer. */
        volatile boolean mute;

        private Connection(WebSocket socket) {
            this.socket = socket;
        }

        void send(ConnectionMessage message) {
            ConnectionText.write(message).forEach(this::send);
        }

        void send(String text) {
            socket.send(text);
        }

        ConnectionMessage.Answer answer() throws InterruptedException {
            ConnectionMessage message = received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (message == null) {
                throw new AssertionError("nothing arrived");
            }
            return (ConnectionMessage.Answer) message;
        }

        /** Nothing more is read or written; the client notices at once. */
        void breakOff() {
            ((WebSocketImpl) socket).flushAndClose(CloseFrame.ABNORMAL_CLOSE, "", false);
        }

        private void read(String text) {
            switch (ConnectionText.read(text).orElseThrow()) {
                case ConnectionMessage.Part part -> parts.take(part).ifPresent(this::read);
                case ConnectionMessage.Ping ping -> keptAlive.incrementAndGet();
                case ConnectionMessage message -> received.add(message);
            }
        }
    }
}
