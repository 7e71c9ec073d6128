package bout.stack;

import bout.engine.Ask;
import bout.wire.BotBody;
import bout.wire.Json;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A bot for Ajax Tiles on this machine: paints the first empty tile. It counts how often each match began with it. */
final class TestBot implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, AtomicInteger> beginnings = new ConcurrentHashMap<>();

    /** What happens before each answer. */
    interface Before {
        void answer(Map<String, String> headers) throws InterruptedException;
    }

    TestBot() throws IOException {
        this(headers -> {});
    }

    TestBot(Before before) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                answer(exchange, before);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
    }

    private void answer(HttpExchange exchange, Before before) throws IOException, InterruptedException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String match = exchange.getRequestHeaders().getFirst("Bout-Match");
        String turn = exchange.getRequestHeaders().getFirst("Bout-Turn");
        if ("0".equals(turn)) {
            beginnings.computeIfAbsent(match, ignored -> new AtomicInteger()).incrementAndGet();
        }
        before.answer(Map.of("Bout-Match", match, "Bout-Turn", turn));
        byte[] answer;
        try {
            answer = move(BotBody.read(Ask.Form.FORM, body)).getBytes(StandardCharsets.UTF_8);
        } catch (Json.NotJson broken) {
            throw new IOException("not what a runner sends", broken);
        }
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
    }

    private static String move(Map<String, Object> fields) {
        List<?> board = (List<?>) fields.get("board");
        for (int x = 0; x < board.size(); x++) {
            int y = ((List<?>) board.get(x)).indexOf("");
            if (y >= 0) {
                return "{\"x\":" + x + ",\"y\":" + y + "}";
            }
        }
        return "{\"x\":0,\"y\":0}";
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/bot?secret=hunter2");
    }

    /** How often each match asked this bot for its first move. */
    Map<String, AtomicInteger> beginnings() {
        return beginnings;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        threads.close();
    }
}
