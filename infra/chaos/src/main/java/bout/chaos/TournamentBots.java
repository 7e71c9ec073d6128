package bout.chaos;

import bout.bots.BotAnswer;
import bout.bots.BotServer;
import bout.engine.Game;
import bout.engine.HouseBot;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.games.Games;
import bout.wire.BotBody;
import bout.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Bots for Ajax Tiles at one address, each with its own path and strength. They answer at once, and their answer
 * depends only on the request. So a match has the same result whoever plays it, whenever, and however often a turn is
 * asked again.
 */
final class TournamentBots implements AutoCloseable {

    static final Game<?> GAME = Games.byId("ajax-tiles").orElseThrow();

    private static final HouseBot STRONG = bot("contain");
    private static final HouseBot WEAK = bot("random");

    private final int bots;
    private final BotServer server;

    /** @param bots the number of bots; later ones are stronger */
    TournamentBots(int bots) throws IOException {
        this.bots = bots;
        server = new BotServer(
                0,
                request -> BotAnswer.json(
                        200,
                        new String(
                                answer(Integer.parseInt(request.path().substring(1)), request.body()),
                                StandardCharsets.UTF_8)));
    }

    private static HouseBot bot(String name) {
        return GAME.houseBots().stream()
                .filter(bot -> bot.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Ajax Tiles has no house bot " + name));
    }

    /** @param bot from 0 */
    String url(int bot) {
        return server.url() + bot;
    }

    /**
     * The bot's answer, always the same for the same request.
     *
     * @param body the request's body
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
            throw new IllegalStateException("a bot received a request that is not one of its game", broken);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
