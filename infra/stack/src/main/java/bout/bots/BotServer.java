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

/** Serves one bot, or several at different paths, over HTTP on loopback. Uses a virtual thread per request. */
public final class BotServer implements AutoCloseable {

    private static final int BACKLOG = 1024;

    /** Larger than any request to a bot; longer bodies are cut off. */
    private static final int MAX_READ_BYTES = 1 << 20;

    static {
        // Without it, the JDK's server delays the last packet of an answer by up to 40 ms on kept-alive connections.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        // Above this number, it closes idle connections, and the caller has to open new ones. The local stack's front
        // sets the same properties: both are read only when the JDK's server classes are loaded, by whichever comes
        // first.
        System.setProperty("sun.net.httpserver.maxIdleConnections", "2000");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Bot bot;

    /** @param headers by name, case-insensitive; the first value of each */
    public record Request(String method, String path, Map<String, String> headers, byte[] body) {}

    public interface Bot {
        /**
         * @return {@code null} to close the connection without an answer
         * @throws InterruptedException if the server is closed, and the connection with it
         */
        HttpAnswer answer(Request request) throws InterruptedException;
    }

    /**
     * @param port 0 for any free port
     * @throws IOException if the port is not available
     */
    public BotServer(int port, Bot bot) throws IOException {
        this.bot = bot;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    public static Bot houseBot(Game<?> game, HouseBot bot) {
        HouseBotEndpoint endpoint = new HouseBotEndpoint(game, bot);
        return request -> endpoint.answer(request.method(), request.headers(), request.body());
    }

    /** The URL of the bot; any path below works, unless the bots have different paths. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private void answer(HttpExchange exchange) throws IOException {
        // Closing the exchange without an answer closes the connection.
        try (exchange) {
            Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.getFirst()));
            byte[] body = exchange.getRequestBody().readNBytes(MAX_READ_BYTES);
            HttpAnswer answer = bot.answer(new Request(
                    exchange.getRequestMethod(), exchange.getRequestURI().getPath(), headers, body));
            if (answer != null) {
                answer.send(exchange);
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /** Interrupts the bots that are working on an answer, and waits for them. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        threads.close();
    }
}
