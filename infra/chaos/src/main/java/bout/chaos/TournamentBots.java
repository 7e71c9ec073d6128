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
 * Bots of Ajax Tiles behind one address, each with a path and a strength of its own. They answer at once, and what they
 * answer follows from what they are asked and nothing else, so that a match has the same result whoever plays it, when,
 * and however often a turn is asked again.
 */
final class TournamentBots implements AutoCloseable {

    static final Game<?, ?> GAME = Games.byId("ajax-tiles").orElseThrow();

    private static final HouseBot STRONG = bot("contain");
    private static final HouseBot WEAK = bot("random");

    private final int bots;
    private final BotServer server;

    /** @param bots how many; the later ones are stronger */
    TournamentBots(int bots) throws IOException {
        this.bots = bots;
        server = new BotServer(
                0,
                asked -> BotAnswer.json(
                        200,
                        new String(
                                answer(Integer.parseInt(asked.path().substring(1)), asked.body()),
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

    @Override
    public void close() {
        server.close();
    }
}
