package bout.chaos;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * A loopback proxy between the functions and one service that makes some calls fail the way network calls fail. Passes
 * on the service's answers unchanged.
 */
final class FaultyProxy implements AutoCloseable {

    /** Observes each call that reached the service, including those whose answer is then lost. */
    interface Witness {

        /**
         * @param target the header X-Amz-Target, or empty
         * @param status the status of the service's answer
         */
        void answered(String method, String path, String target, byte[] body, int status);
    }

    private static final int BACKLOG = 1024;
    private static final int SLOW_FROM_MS = 50;
    private static final int SLOW_TO_MS = 800;

    /** Headers that concern one connection, or that client and server set themselves. */
    private static final Set<String> HOP_BY_HOP = Set.of(
            "connection", "content-length", "expect", "host", "keep-alive", "transfer-encoding", "upgrade", "date");

    private final Service service;
    private final URI upstream;
    private final Witness witness;
    private final RandomGenerator random;
    private final Map<Fault, AtomicInteger> drawn = new ConcurrentHashMap<>();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(threads)
            .build();

    /** @param seed decides which calls fail, if they come in the same order */
    FaultyProxy(Service service, URI upstream, long seed, Witness witness) throws IOException {
        this.service = service;
        this.upstream = upstream;
        this.witness = witness;
        this.random = new Random(seed);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), BACKLOG);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The number of calls with this fault. */
    int count(Fault fault) {
        AtomicInteger count = drawn.get(fault);
        return count == null ? 0 : count.get();
    }

    private void handle(HttpExchange exchange) throws IOException {
        // Closing the exchange without an answer closes the connection.
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Fault fault = draw();
            drawn.computeIfAbsent(fault, unseen -> new AtomicInteger()).incrementAndGet();
            switch (fault) {
                case ERROR -> send(exchange, 500, service.internalError());
                case THROTTLED -> send(exchange, service.throttlingStatus(), service.throttling());
                case CUT_BEFORE -> {}
                case CUT_AFTER -> forward(exchange, body);
                case SLOW -> {
                    Thread.sleep(delay());
                    passOn(exchange, forward(exchange, body));
                }
                case NONE -> passOn(exchange, forward(exchange, body));
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Fault draw() {
        return Fault.draw(random);
    }

    private synchronized int delay() {
        return random.nextInt(SLOW_FROM_MS, SLOW_TO_MS);
    }

    private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(upstream + exchange.getRequestURI().toString()))
                .method(
                        exchange.getRequestMethod(),
                        body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!HOP_BY_HOP.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
        String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
        witness.answered(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                target == null ? "" : target,
                body,
                answer.statusCode());
        return answer;
    }

    private static void passOn(HttpExchange exchange, HttpResponse<byte[]> answer) throws IOException {
        answer.headers().map().forEach((name, values) -> {
            if (!HOP_BY_HOP.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> exchange.getResponseHeaders().add(name, value));
            }
        });
        byte[] body = answer.body();
        exchange.sendResponseHeaders(answer.statusCode(), body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    private void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", service.contentType());
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        client.shutdownNow();
        threads.shutdownNow();
    }
}
