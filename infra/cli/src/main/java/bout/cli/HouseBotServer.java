package bout.cli;

import bout.bots.HouseBotEndpoint;
import bout.engine.Game;
import bout.engine.HouseBot;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A house bot as an HTTP server on loopback, at any path. */
final class HouseBotServer implements AutoCloseable {

    private static final int BACKLOG = 1024;

    /** More than any answer needs to be refused; the endpoint says what a body may have. */
    private static final int MOST_READ_BYTES = 1 << 20;

    static {
        // Without it the JDK's server holds back the last packet of an answer for up to 40 ms on kept-alive
        // connections.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        // Above this many idle connections it closes them, each of which costs the caller a new one.
        System.setProperty("sun.net.httpserver.maxIdleConnections", Integer.toString(BACKLOG));
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HouseBotEndpoint endpoint = new HouseBotEndpoint();
    private final String game;
    private final String bot;

    /**
     * @param port 0 for any free one
     * @throws IOException when the port cannot be listened at
     */
    HouseBotServer(Game<?, ?> game, HouseBot bot, int port) throws IOException {
        this.game = game.card().id();
        this.bot = bot.name();
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> headers = new HashMap<>();
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.getFirst()));
            byte[] body = exchange.getRequestBody().readNBytes(MOST_READ_BYTES);
            HouseBotEndpoint.Answer answer = endpoint.answer(exchange.getRequestMethod(), game, bot, headers, body);
            answer.headers().forEach(exchange.getResponseHeaders()::set);
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(
                    answer.status(), head || answer.body().length == 0 ? -1 : answer.body().length);
            if (!head) {
                exchange.getResponseBody().write(answer.body());
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
