package bout.stack;

import bout.botclient.player.CallRate;
import bout.cloud.template.Application.WebSocketApi;
import bout.stack.http.HttpRequest;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2WebSocketEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2WebSocketResponse;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.java_websocket.WebSocket;
import org.java_websocket.drafts.Draft;
import org.java_websocket.drafts.Draft_6455;
import org.java_websocket.exceptions.InvalidDataException;
import org.java_websocket.framing.CloseFrame;
import org.java_websocket.handshake.ClientHandshake;
import org.java_websocket.handshake.ServerHandshakeBuilder;
import org.java_websocket.protocols.Protocol;
import org.java_websocket.server.DefaultWebSocketServerFactory;
import org.java_websocket.server.WebSocketServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * API Gateway's WebSocket API on two ports of this machine: one for the connections, one for the management API. Each
 * event invokes the function on a thread of its own, so messages of one connection may overtake each other, as in AWS.
 *
 * <p>Enforces API Gateway's limits for frames, duration and idle time, and if told so one for requests. A message may
 * have as many bytes as a frame; AWS allows four times as many in several frames, which nothing here sends.
 */
final class WebSocketGateway implements AutoCloseable {

    /** API Gateway's limits. */
    private static final int FRAME_BYTES = 32 << 10;

    private static final int MESSAGE_BYTES = 128 << 10;
    private static final Duration LONGEST = Duration.ofHours(2);
    private static final Duration IDLE = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(WebSocketGateway.class);

    /** Handshakes wait for the function, and these threads with them. */
    private static final int DECODERS = 64;

    private static final Duration START = Duration.ofSeconds(10);
    private static final Duration HANDSHAKE = Duration.ofSeconds(10);
    private static final int ID_BYTES = 10;
    private static final int GOING_AWAY_MS = 500;

    private final WebSocketApi api;
    private final String host;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Connection> open = new ConcurrentHashMap<>();

    /** Connections without a whole handshake as far as we know, and since when ({@link System#nanoTime}). */
    private final Map<SelectionKey, Long> begun = new ConcurrentHashMap<>();

    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("connection-", 0).factory());
    private final ScheduledExecutorService chores = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("connection-chores").daemon().factory());
    private final Sockets sockets;
    private final HttpServer management;
    private volatile Map<String, LocalFunction> routes;
    private volatile Optional<CallRate> limit = Optional.empty();
    private volatile boolean closing;

    private static final class Connection {
        private final String id;
        private final WebSocket socket;
        private final long since = System.nanoTime();
        private volatile long lastMessage = since;

        private Connection(String id, WebSocket socket) {
            this.id = id;
            this.socket = socket;
        }
    }

    /**
     * Binds both ports. Connections are refused before {@link #serve}.
     *
     * @param host what clients call this machine
     * @param address where to listen
     * @param port for connections; 0, or one that is taken = any free port
     */
    static WebSocketGateway bind(WebSocketApi api, String host, InetAddress address, int port) throws StackNotStarted {
        try {
            return new WebSocketGateway(api, host, address, free(address, port) ? port : 0);
        } catch (IOException failed) {
            throw new StackNotStarted("cannot listen for WebSocket connections: " + FileProblem.text(failed), failed);
        }
    }

    private static boolean free(InetAddress address, int port) {
        if (port > 65_535) {
            return false; // the site has the last one
        }
        try (ServerSocket taken = new ServerSocket(port, 1, address)) {
            return taken.isBound();
        } catch (IOException inUse) {
            return false;
        }
    }

    private WebSocketGateway(WebSocketApi api, String host, InetAddress address, int port) throws IOException {
        this.api = api;
        this.host = host;
        this.sockets = new Sockets(new InetSocketAddress(address, port));
        this.sockets.begin();
        this.management = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 1024);
        this.management.setExecutor(threads);
        this.management.createContext("/" + api.stage() + "/@connections/", this::manage);
        this.management.start();
        this.chores.scheduleWithFixedDelay(this::closeExpired, 1, 1, TimeUnit.SECONDS);
    }

    void serve(Map<String, LocalFunction> functions) {
        this.routes = Map.copyOf(functions);
    }

    /**
     * Refuses what exceeds a limit like that of an account: messages in both directions and handshakes, together.
     *
     * @param perSecond in the long run
     * @param atOnce in a moment
     */
    void limit(int perSecond, int atOnce) {
        long interval = TimeUnit.SECONDS.toNanos(1) / perSecond;
        limit = Optional.of(new CallRate(interval, atOnce * interval));
    }

    private boolean exceeds() {
        long now = System.nanoTime();
        return limit.isPresent() && limit.get().reserve(now, now).isEmpty();
    }

    URI url() {
        return URI.create("ws://" + host + ":" + sockets.getPort() + "/" + api.stage());
    }

    /** Where functions send messages to connections. */
    URI managementUrl() {
        return URI.create("http://127.0.0.1:" + management.getAddress().getPort() + "/" + api.stage());
    }

    private void closeExpired() {
        long now = System.nanoTime();
        begun.forEach((key, since) -> {
            WebSocket socket = (WebSocket) key.attachment();
            if (socket.isOpen() || !key.isValid()) {
                begun.remove(key);
            } else if (now - since > HANDSHAKE.toNanos()) {
                begun.remove(key);
                socket.closeConnection(CloseFrame.NEVER_CONNECTED, "");
            }
        });
        for (Connection peer : open.values()) {
            if (now - peer.since > LONGEST.toNanos() || now - peer.lastMessage > IDLE.toNanos()) {
                peer.socket.close(CloseFrame.GOING_AWAY, "Going away");
            }
        }
    }

    private final class Sockets extends WebSocketServer {

        private final CountDownLatch started = new CountDownLatch(1);
        private volatile Exception failed;

        private Sockets(InetSocketAddress address) {
            super(address, DECODERS, List.<Draft>of(new Draft_6455(List.of(), List.of(new Protocol("")), FRAME_BYTES)));
            setReuseAddr(true);
            setTcpNoDelay(true);
            setMaxPendingConnections(1024);
            // API Gateway sends no pings.
            setConnectionLostTimeout(0);
            setWebSocketFactory(new DefaultWebSocketServerFactory() {
                @Override
                public SocketChannel wrapChannel(SocketChannel channel, SelectionKey key) {
                    begun.put(key, System.nanoTime());
                    return channel;
                }
            });
        }

        private void begin() throws IOException {
            start();
            try {
                if (!started.await(START.toMillis(), TimeUnit.MILLISECONDS) || failed != null) {
                    throw new IOException("the WebSocket server did not start", failed);
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while the WebSocket server started", interrupted);
            }
        }

        @Override
        public void onStart() {
            started.countDown();
        }

        /** Invokes the function before the handshake is answered: a refused connection is never open. */
        @Override
        public ServerHandshakeBuilder onWebsocketHandshakeReceivedAsServer(
                WebSocket socket, Draft draft, ClientHandshake request) throws InvalidDataException {
            ServerHandshakeBuilder answer = super.onWebsocketHandshakeReceivedAsServer(socket, draft, request);
            if (exceeds()) {
                throw new InvalidDataException(CloseFrame.TRY_AGAIN_LATER, "Too Many Requests");
            }
            URI target = URI.create(request.getResourceDescriptor());
            if (!("/" + api.stage()).equals(target.getPath()) || routes == null || closing) {
                throw new InvalidDataException(CloseFrame.POLICY_VALIDATION, "Forbidden");
            }
            byte[] id = new byte[ID_BYTES];
            random.nextBytes(id);
            // A = at the end, as in AWS, so that a client that forgets to encode it fails here.
            String connection = Base64.getUrlEncoder().withoutPadding().encodeToString(id) + "=";
            // In the map before the function knows it, which may want to close it at once.
            Connection peer = new Connection(connection, socket);
            APIGatewayV2WebSocketEvent event = event(connection, "$connect", "CONNECT");
            event.setQueryStringParameters(
                    HttpRequest.parameters(target.getRawQuery() == null ? "" : target.getRawQuery()));
            int status = invoke(event);
            if (status < 200 || status >= 300) {
                throw new InvalidDataException(CloseFrame.POLICY_VALIDATION, "Forbidden");
            }
            socket.setAttachment(peer);
            open.put(connection, peer);
            return answer;
        }

        @Override
        public void onOpen(WebSocket socket, ClientHandshake request) {
            // Known since the handshake.
        }

        @Override
        public void onMessage(WebSocket socket, String text) {
            Connection peer = socket.getAttachment();
            peer.lastMessage = System.nanoTime();
            if (exceeds()) {
                socket.send("{\"message\":\"Too Many Requests\",\"connectionId\":\"" + peer.id + "\"}");
                return;
            }
            threads.execute(() -> {
                APIGatewayV2WebSocketEvent event = event(peer.id, "$default", "MESSAGE");
                event.setBody(text);
                if (invoke(event) >= 500 && socket.isOpen()) {
                    socket.send("{\"message\":\"Internal server error\",\"connectionId\":\"" + peer.id + "\"}");
                }
            });
        }

        @Override
        public void onMessage(WebSocket socket, ByteBuffer bytes) {
            // API Gateway does not pass on binary messages to a route without a binary content type.
            socket.close(CloseFrame.REFUSE, "Binary messages are not supported");
        }

        @Override
        public void onClose(WebSocket socket, int code, String reason, boolean remote) {
            Connection peer = socket.getAttachment();
            if (peer != null && open.remove(peer.id) != null && !closing) {
                threads.execute(() -> invoke(event(peer.id, "$disconnect", "DISCONNECT")));
            }
        }

        @Override
        public void onError(WebSocket socket, Exception error) {
            if (socket == null) {
                failed = error;
                started.countDown();
                LOG.error("The WebSocket server failed", error);
            }
        }
    }

    /** With the fields that the function reads. */
    private static APIGatewayV2WebSocketEvent event(String connection, String route, String type) {
        APIGatewayV2WebSocketEvent.RequestContext context = new APIGatewayV2WebSocketEvent.RequestContext();
        context.setConnectionId(connection);
        context.setEventType(type);
        context.setRouteKey(route);
        APIGatewayV2WebSocketEvent event = new APIGatewayV2WebSocketEvent();
        event.setRequestContext(context);
        return event;
    }

    /** The status of the function's answer; 500 if it failed. */
    private int invoke(APIGatewayV2WebSocketEvent event) {
        String route = event.getRequestContext().getRouteKey();
        LocalFunction function = routes.get(route);
        try {
            APIGatewayV2WebSocketResponse answer = function.invoke(event, APIGatewayV2WebSocketResponse.class);
            return answer == null ? 500 : answer.getStatusCode();
        } catch (RuntimeException fault) {
            if (!closing) {
                LOG.error("{} failed for {}", function.name(), route, fault);
            }
            return 500;
        }
    }

    private void manage(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(managed(exchange), -1);
        }
    }

    private int managed(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MESSAGE_BYTES + 1);
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        if (authorization == null
                || !authorization.startsWith("AWS4-HMAC-SHA256 ")
                || !authorization.contains("/execute-api/")) {
            return 403;
        }
        if (body.length > MESSAGE_BYTES) {
            return 413;
        }
        if (exceeds()) {
            return 429;
        }
        String path = exchange.getRequestURI().getRawPath();
        Connection peer =
                open.get(URLDecoder.decode(path.substring(path.lastIndexOf('/') + 1), StandardCharsets.UTF_8));
        if (peer == null || !peer.socket.isOpen()) {
            return 410;
        }
        switch (exchange.getRequestMethod()) {
            case "POST" -> {
                peer.lastMessage = System.nanoTime();
                peer.socket.send(new String(body, StandardCharsets.UTF_8));
                return 200;
            }
            case "DELETE" -> {
                peer.socket.close(CloseFrame.NORMAL, "Connection Closed Normally");
                return 204;
            }
            default -> {
                return 405;
            }
        }
    }

    /** Closes all connections, without telling the function. */
    @Override
    public void close() {
        closing = true;
        chores.shutdownNow();
        management.stop(0);
        try {
            sockets.stop(GOING_AWAY_MS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        threads.close();
    }
}
