package bout.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A server that notes when the first request for each path arrives. It answers every request with 200 and no move. */
final class Arrivals implements AutoCloseable {

    private static final byte[] ANSWER = {'{', '}'};

    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final Map<String, CompletableFuture<Long>> arrivals = new ConcurrentHashMap<>();

    Arrivals() throws IOException {
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::note);
        server.start();
    }

    /** @param path starts with a slash */
    String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    /**
     * Waits for the first request for a path.
     *
     * @return when it came, in the time of {@link System#nanoTime}
     * @throws TimeoutException if none came within these seconds
     */
    long await(String path, long seconds) throws InterruptedException, TimeoutException {
        try {
            return arrival(path).get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private CompletableFuture<Long> arrival(String path) {
        return arrivals.computeIfAbsent(path, none -> new CompletableFuture<>());
    }

    private void note(HttpExchange exchange) throws IOException {
        arrival(exchange.getRequestURI().getPath()).complete(System.nanoTime());
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, ANSWER.length);
            exchange.getResponseBody().write(ANSWER);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
