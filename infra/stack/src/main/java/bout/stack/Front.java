package bout.stack;

import bout.bots.HttpAnswer;
import bout.cloud.template.Application.Behavior;
import bout.stack.http.AllowedOrigins;
import bout.stack.http.HttpRequest;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server in place of the CDN. The template's distribution decides which origin serves which path, and with
 * which headers. Listens on loopback only, unless it serves a local network, and answers only requests that were meant
 * for it.
 */
final class Front implements AutoCloseable {

    record Served(Pattern paths, Behavior behavior, Function<HttpRequest, HttpAnswer> origin) {
        Served(Behavior behavior, Function<HttpRequest, HttpAnswer> origin) {
            this(behavior.paths(), behavior, origin);
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(Front.class);

    /** Length of the accept queue. The default of 50 is too small for a burst of requests. */
    private static final int BACKLOG = 1024;

    static {
        // By default, the JDK's server delays small answers until an acknowledgement (40 ms), and closes idle
        // connections above 200. It reads these properties only when its classes are loaded.
        setUnlessSet("sun.net.httpserver.nodelay", "true");
        setUnlessSet("sun.net.httpserver.maxIdleConnections", "2000");
        // A client that sends half a request, head or body, must not hold a connection forever. In seconds, for both
        // together.
        setUnlessSet("sun.net.httpserver.maxReqTime", "10");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("front-", 0).factory());
    private final AllowedOrigins allowed;
    private final List<Served> served;

    /**
     * Binds the port, so that it is known before anything else starts. Nothing is served before {@link #open}.
     *
     * @param everywhere whether it listens on all interfaces, also on those that are added later
     * @param port 0 = any free port
     */
    static HttpServer bind(boolean everywhere, int port) throws StackNotStarted {
        try {
            InetSocketAddress listens = everywhere
                    ? new InetSocketAddress(port)
                    : new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port);
            return HttpServer.create(listens, BACKLOG);
        } catch (BindException inUse) {
            boolean denied = String.valueOf(inUse.getMessage()).contains("Permission denied");
            throw new StackNotStarted(
                    "cannot listen on port " + port + ": "
                            + (denied
                                    ? "only an administrator can use it; choose another one with --port"
                                    : "already in use; stop the other program, or choose another port with --port"),
                    inUse);
        } catch (IOException failed) {
            throw new StackNotStarted("cannot listen on port " + port + ": " + FileProblem.text(failed), failed);
        }
    }

    /**
     * @param allowed where the front may be reached
     * @param served in order of precedence; the last one matches every path
     */
    Front(HttpServer server, AllowedOrigins allowed, List<Served> served) {
        this.server = server;
        this.allowed = allowed;
        this.served = served;
        server.setExecutor(threads);
        server.createContext("/", this::handle);
    }

    void open() {
        server.start();
    }

    /** Stops taking requests, and lets those in progress finish for up to {@code seconds}. */
    void close(int seconds) {
        server.stop(seconds);
        threads.close();
    }

    @Override
    public void close() {
        close(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            HttpAnswer answer;
            try {
                answer = answer(exchange);
            } catch (RuntimeException fault) {
                LOG.error("{} {} failed", exchange.getRequestMethod(), exchange.getRequestURI(), fault);
                answer = HttpAnswer.message(500, "Internal Server Error");
            }
            answer.send(exchange);
        }
    }

    private HttpAnswer answer(HttpExchange exchange) throws IOException {
        URI target = exchange.getRequestURI();
        String path = target.getRawPath();
        if (path == null || !path.startsWith("/")) {
            return HttpAnswer.message(400, "Bad Request");
        }
        String method = exchange.getRequestMethod();
        Map<String, List<String>> headers = new LinkedHashMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        Optional<HttpAnswer> refusal = allowed.refusal(method, headers, here(exchange));
        if (refusal.isPresent()) {
            exchange.getResponseHeaders().set("Connection", "close"); // the body is not read
            return refusal.get();
        }
        Served served = served(path);
        if (!served.behavior().methods().contains(method)) {
            // CloudFront answers 403 if the distribution does not allow the method.
            HttpAnswer refused = HttpAnswer.message(
                    403,
                    "This path only accepts "
                            + String.join(", ", served.behavior().methods()));
            return withHeaders(served.behavior().headers(), refused);
        }
        byte[] body;
        try (InputStream sent = exchange.getRequestBody()) {
            body = sent.readNBytes(HttpApi.MAX_BODY_BYTES + 1);
        }
        if (body.length > HttpApi.MAX_BODY_BYTES) {
            exchange.getResponseHeaders().set("Connection", "close"); // the rest of the body is not read
            return withHeaders(served.behavior().headers(), HttpAnswer.message(413, "Request Entity Too Large"));
        }
        HttpRequest request = new HttpRequest(
                method,
                path,
                target.getRawQuery() == null ? "" : target.getRawQuery(),
                exchange.getRemoteAddress().getAddress().getHostAddress(),
                headers,
                body);
        HttpRequest passedOn = served.behavior()
                .viewerHeader()
                .map(header -> request.with(Map.of(header, request.sourceIp())))
                .orElse(request);
        return withHeaders(served.behavior().headers(), served.origin().apply(passedOn));
    }

    /** Where the request arrived, if that can be anywhere on this machine. */
    private Optional<InetSocketAddress> here(HttpExchange exchange) {
        return server.getAddress().getAddress().isAnyLocalAddress()
                ? Optional.of(exchange.getLocalAddress())
                : Optional.empty();
    }

    private Served served(String path) {
        return served.stream()
                .filter(each -> each.paths().matcher(path).matches())
                .findFirst()
                .orElseThrow();
    }

    /** The policy's headers replace the origin's: the template sets Override. */
    private static HttpAnswer withHeaders(Map<String, String> policy, HttpAnswer answer) {
        Map<String, List<String>> headers = new LinkedHashMap<>(answer.headers());
        headers.keySet().removeIf(name -> policy.keySet().stream().anyMatch(name::equalsIgnoreCase));
        policy.forEach((name, value) -> headers.put(name, List.of(value)));
        return new HttpAnswer(answer.status(), headers, answer.body());
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }
}
