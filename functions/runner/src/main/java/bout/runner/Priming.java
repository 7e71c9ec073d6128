package bout.runner;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.botclient.BotClient;
import bout.botclient.Callee;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.TimeLimits;
import bout.games.Games;
import bout.wire.Json;
import bout.wire.ReplayFile;
import bout.wire.WebhookSecret;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;

/** Plays a match of each game against its own local server, so that all the code is loaded and compiled. */
final class Priming {

    private static final int TURNS = 200;
    private static final TimeLimits PATIENT = TimeLimits.same(TimeLimits.MAX);

    private Priming() {}

    static void playOnLoopback() {
        try (BotClient client = new BotClient(AddressPolicy.LOOPBACK, 1)) {
            for (Game<?> game : Games.ALL) {
                HttpServer bot = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
                try {
                    byte[] answer = Json.bytes(game.card().exampleAnswer());
                    bot.createContext("/", request -> {
                        request.getRequestBody().readAllBytes();
                        request.sendResponseHeaders(200, answer.length);
                        request.getResponseBody().write(answer);
                        request.close();
                    });
                    bot.start();
                    play(game, client, bot.getAddress().getPort());
                } finally {
                    bot.stop(0);
                }
            }
        } catch (IOException noLoopback) {
            throw new UncheckedIOException("cannot listen on the loopback address", noLoopback);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void play(Game<?> game, BotClient client, int port) throws InterruptedException {
        Match<?> match = Match.draw(game, "0", Options.defaults(game.card().options()));
        BotUrl url = new BotUrl("http", InetAddress.getLoopbackAddress().getHostAddress(), port, "/");
        WebhookSecret secret = WebhookSecret.draw(new SecureRandom());
        new MatchLoop(
                        List.of("priming", "priming"),
                        List.of(client.player(url), client.player(Callee.of(url, secret))),
                        PATIENT,
                        played -> played.turn() < TURNS)
                .play(match);
        if (match.over()) {
            ReplayFile.write(Replay.of(match, List.of(Replay.Player.named("one"), Replay.Player.named("two"))));
        }
    }
}
