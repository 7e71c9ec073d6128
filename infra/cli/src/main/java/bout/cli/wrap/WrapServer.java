package bout.cli.wrap;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Wrapped bots as an HTTP server on loopback: POST asks for a move, GET shows what the bots wrote to their standard errors. */
public final class WrapServer implements AutoCloseable {

    private static final int BACKLOG = 1024;
    private static final int MOST_READ_BYTES = 1 << 20;
    private static final int IDLE_CHECK_SECONDS = 5;

    static {
        // Without it the JDK's server holds back the last packet of an answer for up to 40 ms on kept-alive
        // connections.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final WrappedBots bots;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService chores = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("wrap-chores").daemon().factory());

    /**
     * @param bots are closed with the server
     * @param port 0 for any free one
     * @throws IOException when the port cannot be listened at
     */
    public WrapServer(WrappedBots bots, int port) throws IOException {
        this.bots = bots;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
        chores.scheduleWithFixedDelay(bots::endIdle, IDLE_CHECK_SECONDS, IDLE_CHECK_SECONDS, TimeUnit.SECONDS);
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readNBytes(MOST_READ_BYTES);
            switch (exchange.getRequestMethod()) {
                case "POST" -> {
                    Map<String, String> headers = new HashMap<>();
                    exchange.getRequestHeaders()
                            .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
                    WrappedBots.HttpAnswer answer = bots.answer(headers, body);
                    send(exchange, answer.status(), answer.contentType(), answer.body());
                }
                case "GET" ->
                    send(
                            exchange,
                            200,
                            "text/plain; charset=utf-8",
                            bots.errors().getBytes(StandardCharsets.UTF_8));
                default -> {
                    exchange.getResponseHeaders().set("Allow", "GET, POST");
                    exchange.sendResponseHeaders(405, -1);
                }
            }
        } catch (InterruptedException closing) {
            // The exchange is closed without an answer, which is what is happening.
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, int status, String contentType, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", contentType);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        chores.shutdownNow();
        server.stop(0);
        bots.close();
        threads.shutdownNow();
        threads.close();
    }
}
