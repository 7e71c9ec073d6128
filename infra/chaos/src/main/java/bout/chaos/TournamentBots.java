package bout.chaos;

import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.games.Games;
import bout.wire.BotBody;
import bout.wire.Json;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Bots of Ajax Tiles behind one address, each with a path and a strength of its own. They answer at once, and what they
 * answer follows from what they are asked and nothing else, so that a match has the same result whoever plays it, when,
 * and however often a turn is asked again.
 */
final class TournamentBots implements AutoCloseable {

    static final Game<?, ?> GAME = Games.byId("ajax-tiles").orElseThrow();

    private static final HouseBot STRONG = bot("contain");
    private static final HouseBot WEAK = bot("random");
    private static final int BACKLOG = 1024;

    private final int bots;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** @param bots how many; the later ones are stronger */
    TournamentBots(int bots) throws IOException {
        this.bots = bots;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), BACKLOG);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private static HouseBot bot(String name) {
        return GAME.houseBots().stream()
                .filter(bot -> bot.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Ajax Tiles has no house bot " + name));
    }

    /** @param bot from 0 */
    String url(int bot) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + bot;
    }

    /**
     * What a bot answers, the same each time.
     *
     * @param body what it is sent
     */
    byte[] answer(int bot, byte[] body) {
        SeededRandom random =
                SeededRandom.of(bot + " is asked " + new String(body, StandardCharsets.UTF_8), "strength");
        HouseBot thinksLike = random.nextInt(bots) < bot ? STRONG : WEAK;
        try {
            return Json.bytes(thinksLike
                    .at(Seat.FIRST, Integer.toString(random.nextInt(1 << 30)))
                    .answer(BotBody.read(GAME.card().form(), body)));
        } catch (Json.NotJson broken) {
            throw new IllegalStateException("a bot was asked what is no question of the game", broken);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            int bot = Integer.parseInt(exchange.getRequestURI().getPath().substring(1));
            byte[] answer = answer(bot, exchange.getRequestBody().readAllBytes());
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
