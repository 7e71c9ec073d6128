package bout.bots;

import bout.engine.Game;
import bout.engine.HouseBot;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A bot, or several by their paths, as an HTTP server on loopback. A virtual thread for each request. */
public final class BotServer implements AutoCloseable {

    private static final int BACKLOG = 1024;

    /** More than any bot is asked; longer bodies are cut off. */
    private static final int MOST_READ_BYTES = 1 << 20;

    static {
        // Without it the JDK's server holds back the last packet of an answer for up to 40 ms on kept-alive
        // connections.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        // Above so many idle connections it closes them, each of which costs the caller a new one. As for the front of
        // the
        // local stack: both are only read when the classes of the JDK's server are loaded, by whichever comes first.
        System.setProperty("sun.net.httpserver.maxIdleConnections", "2000");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Bot bot;

    /** @param headers by name in whatever case, the first of each name */
    public record Request(String method, String path, Map<String, String> headers, byte[] body) {}

    public interface Bot {
        /**
         * @return {@code null} to close the connection without an answer
         * @throws InterruptedException when the server is closed; the connection is too, then
         */
        BotAnswer answer(Request request) throws InterruptedException;
    }

    /**
     * @param port 0 for any free one
     * @throws IOException when the port cannot be listened at
     */
    public BotServer(int port, Bot bot) throws IOException {
        this.bot = bot;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    /** A house bot at every path; ports and errors as with the constructor. */
    public static BotServer of(Game<?, ?> game, HouseBot bot, int port) throws IOException {
        HouseBotEndpoint endpoint = new HouseBotEndpoint();
        return new BotServer(
                port,
                asked -> endpoint.answer(asked.method(), game.card().id(), bot.name(), asked.headers(), asked.body()));
    }

    /** Any path is a bot's, unless the bots are told apart by it. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private void answer(HttpExchange exchange) throws IOException {
        // An exchange that is closed without an answer closes its connection.
        try (exchange) {
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.getFirst()));
            byte[] body = exchange.getRequestBody().readNBytes(MOST_READ_BYTES);
            BotAnswer answer = bot.answer(new Request(
                    exchange.getRequestMethod(), exchange.getRequestURI().getPath(), headers, body));
            if (answer == null) {
                return;
            }
            answer.headers().forEach(exchange.getResponseHeaders()::set);
            boolean bodiless =
                    answer.body().length == 0 || exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(answer.status(), bodiless ? -1 : answer.body().length);
            if (!bodiless) {
                exchange.getResponseBody().write(answer.body());
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /** Interrupts the bots that are at an answer, and waits for them. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        threads.close();
    }
}
