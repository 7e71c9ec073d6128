package bout.chaos;

import bout.bots.BotServer;
import bout.bots.HttpAnswer;
import bout.engine.Game;
import bout.games.Games;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * Bots on loopback that play like house bots, each with its own misbehavior. A bot's moves depend only on the match,
 * the seat and the turn, so that a repeated request gets the same answer.
 */
final class ChaosBots implements AutoCloseable {

    /** How a bot behaves: always, or for a few percent of its calls. */
    enum Temper {
        STEADY,
        /** Answers slowly, and sometimes too late. */
        SLOW,
        /** Answers some calls with an error status, or closes the connection. */
        FAILING,
        /** Never answers some calls. */
        HANGING,
        /** Answers some calls with invalid moves. */
        BABBLING
    }

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

    private final Map<String, BotServer.Bot> houseBots = new ConcurrentHashMap<>();
    private final BotServer server;

    ChaosBots() throws IOException {
        server = new BotServer(0, this::answer);
    }

    /** The URL of the bot that plays like this house bot and behaves in this way. */
    URI url(Temper temper, String game, String houseBot) {
        return URI.create(server.url() + temper + "/" + game + "/" + houseBot);
    }

    private HttpAnswer answer(BotServer.Request request) throws InterruptedException {
        String[] path = request.path().split("/");
        Map<String, String> headers = request.headers();
        RandomGenerator random =
                new Random((headers.get("Bout-Match") + "/" + headers.get("Bout-Seat") + "/" + headers.get("Bout-Turn"))
                        .hashCode());
        int limit = Integer.parseInt(headers.get("Bout-Time-Limit"));
        Temper temper = Temper.valueOf(path[1]);
        if (random.nextInt(HUNDRED) >= BAD_PERCENT) {
            if (temper == Temper.SLOW) {
                Thread.sleep(random.nextInt(THINKS_UP_TO_MS));
            }
            return play(request, path[2], path[3]);
        }
        return switch (temper) {
            case STEADY -> play(request, path[2], path[3]);
            case SLOW -> {
                Thread.sleep(2L * limit);
                yield play(request, path[2], path[3]);
            }
            case FAILING -> random.nextBoolean() ? bare(random.nextBoolean() ? 500 : 404, "") : null;
            case HANGING -> {
                Thread.sleep(10L * limit);
                yield null;
            }
            case BABBLING -> bare(200, NO_MOVES.get(random.nextInt(NO_MOVES.size())));
        };
    }

    private static HttpAnswer bare(int status, String text) {
        return HttpAnswer.of(status, Map.of(), text.getBytes(StandardCharsets.UTF_8));
    }

    private HttpAnswer play(BotServer.Request request, String game, String houseBot) throws InterruptedException {
        Game<?> played = Games.byId(game).orElseThrow();
        return houseBots
                .computeIfAbsent(
                        game + "/" + houseBot,
                        unseen -> BotServer.houseBot(
                                played, played.houseBot(houseBot).orElseThrow()))
                .answer(request);
    }

    @Override
    public void close() {
        server.close();
    }
}
