package bout.stack;

import bout.bots.BotServer;
import bout.bots.HttpAnswer;
import bout.engine.GameCard;
import bout.wire.BotBody;
import bout.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A bot for Ajax Tiles on this machine that paints the first empty tile. Counts how often it was asked for the first
 * move of each match.
 */
final class TestBot implements AutoCloseable {

    private final BotServer server;
    private final Before before;
    private final Map<String, AtomicInteger> firstMoves = new ConcurrentHashMap<>();

    /** Runs before each answer. */
    interface Before {
        void answer(Map<String, String> headers) throws InterruptedException;
    }

    TestBot() throws IOException {
        this(headers -> {});
    }

    TestBot(Before before) throws IOException {
        this.before = before;
        server = new BotServer(0, this::answer);
    }

    private HttpAnswer answer(BotServer.Request asked) throws InterruptedException {
        if ("0".equals(asked.headers().get("Bout-Turn"))) {
            firstMoves
                    .computeIfAbsent(asked.headers().get("Bout-Match"), ignored -> new AtomicInteger())
                    .incrementAndGet();
        }
        before.answer(asked.headers());
        try {
            return HttpAnswer.json(move(BotBody.read(GameCard.Form.FORM, asked.body())));
        } catch (Json.NotJson broken) {
            throw new IllegalArgumentException("not what a runner sends", broken);
        }
    }

    static Map<String, Integer> move(Map<String, Object> fields) {
        List<?> board = (List<?>) fields.get("board");
        for (int x = 0; x < board.size(); x++) {
            int y = ((List<?>) board.get(x)).indexOf("");
            if (y >= 0) {
                return Map.of("x", x, "y", y);
            }
        }
        return Map.of("x", 0, "y", 0);
    }

    URI url() {
        return URI.create(server.url() + "bot?secret=hunter2");
    }

    /** How often each match asked this bot for its first move. */
    Map<String, AtomicInteger> firstMoves() {
        return firstMoves;
    }

    @Override
    public void close() {
        server.close();
    }
}
