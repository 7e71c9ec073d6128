package bout.cli;

import bout.wire.WebhookSecret;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A bot as a real HTTP server: the same answer to every request. */
final class TestBot implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final int status;
    private final String answer;
    final Queue<String> timeLimits = new ConcurrentLinkedQueue<>();

    /** The ids of the signed calls. */
    final Queue<String> signed = new ConcurrentLinkedQueue<>();

    /** What its answers show as a proof, or {@code null}. */
    volatile String challenge;

    TestBot(int status, String answer) {
        this.status = status;
        this.answer = answer;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    /** A bot that always clicks off the board, which is a pass. */
    static TestBot passing() {
        return new TestBot(200, "{\"x\":-1,\"y\":-1}");
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/bot";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            timeLimits.add(exchange.getRequestHeaders().getFirst("Bout-Time-Limit"));
            exchange.getRequestBody().readAllBytes();
            if (exchange.getRequestHeaders().containsKey(WebhookSecret.SIGNATURE)) {
                signed.add(exchange.getRequestHeaders().getFirst(WebhookSecret.ID));
            }
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            if (challenge != null) {
                exchange.getResponseHeaders().set("Bout-Challenge", challenge);
            }
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
