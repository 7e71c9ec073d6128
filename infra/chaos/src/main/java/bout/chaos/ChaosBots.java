package bout.chaos;

import bout.bots.HouseBotEndpoint;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;

/**
 * Bots on the loopback address that play as house bots do, each in its own temper. What a bot does at a turn follows from
 * the match, the seat and the turn, so a turn that is asked again is answered as the first time.
 */
final class ChaosBots implements AutoCloseable {

    /** How a bot behaves at most turns, or at a few of a hundred. */
    enum Temper {
        STEADY,
        /** Takes its time, and now and then too much. */
        SLOW,
        /** Answers some calls with an error status, or hangs up. */
        FAILING,
        /** Leaves some calls without an answer. */
        HANGING,
        /** Answers some calls with what is no move. */
        BABBLING
    }

    private static final int BACKLOG = 1024;
    private static final int BAD_PERCENT = 3;
    private static final int HUNDRED = 100;
    private static final int THINKS_UP_TO_MS = 40;

    private static final List<String> NO_MOVES = List.of(
            "",
            "null",
            "[]",
            "{}",
            "{\"x\":-1,\"y\":1e99}",
            "{\"x\":\"0\",\"y\":[[[[[[[[]]]]]]]]}",
            "<html><body>502 Bad Gateway</body></html>",
            "{\"command\":\"MOVE 0 0 0;TRAIN 9 9 9\"}",
            "x".repeat(70_000));

    private final HouseBotEndpoint house = new HouseBotEndpoint();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    ChaosBots() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), BACKLOG);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** Where the bot of this temper is that plays as the house bot does. */
    URI url(Temper temper, String game, String houseBot) {
        return URI.create(
                "http://127.0.0.1:" + server.getAddress().getPort() + "/" + temper + "/" + game + "/" + houseBot);
    }

    private void handle(HttpExchange exchange) throws IOException {
        // An exchange that is closed without an answer closes its connection.
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String[] path = exchange.getRequestURI().getPath().split("/");
            Headers headers = exchange.getRequestHeaders();
            RandomGenerator random = new Random((headers.getFirst("Bout-Match") + "/" + headers.getFirst("Bout-Seat")
                            + "/" + headers.getFirst("Bout-Turn"))
                    .hashCode());
            boolean bad = random.nextInt(HUNDRED) < BAD_PERCENT;
            int limit = Integer.parseInt(headers.getFirst("Bout-Time-Limit"));
            switch (Temper.valueOf(path[1])) {
                case STEADY -> play(exchange, path[2], path[3], body);
                case SLOW -> {
                    Thread.sleep(bad ? 2L * limit : random.nextInt(THINKS_UP_TO_MS));
                    play(exchange, path[2], path[3], body);
                }
                case FAILING -> {
                    if (!bad) {
                        play(exchange, path[2], path[3], body);
                    } else if (random.nextBoolean()) {
                        send(exchange, random.nextBoolean() ? 500 : 404, new byte[0]);
                    }
                }
                case HANGING -> {
                    if (bad) {
                        Thread.sleep(10L * limit);
                    } else {
                        play(exchange, path[2], path[3], body);
                    }
                }
                case BABBLING -> {
                    if (bad) {
                        String babble = NO_MOVES.get(random.nextInt(NO_MOVES.size()));
                        send(exchange, 200, babble.getBytes(StandardCharsets.UTF_8));
                    } else {
                        play(exchange, path[2], path[3], body);
                    }
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void play(HttpExchange exchange, String game, String houseBot, byte[] body) throws IOException {
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.getFirst()));
        HouseBotEndpoint.Answer answer = house.answer(exchange.getRequestMethod(), game, houseBot, headers, body);
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        send(exchange, answer.status(), answer.body());
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
