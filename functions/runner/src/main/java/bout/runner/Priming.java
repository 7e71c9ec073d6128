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
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
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
                try (ServerSocket listener = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
                    Thread.startVirtualThread(
                            () -> answer(listener, Json.bytes(game.card().exampleAnswer())));
                    play(game, client, listener.getLocalPort());
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
                        client.player(url),
                        client.player(Callee.of(url, secret)),
                        PATIENT,
                        played -> played.turn() < TURNS)
                .play(match);
        if (match.over()) {
            ReplayFile.write(Replay.of(match, List.of(new Replay.Player("one", null), new Replay.Player("two", null))));
        }
    }

    /** Gives every request the same answer. */
    private static void answer(ServerSocket listener, byte[] body) {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes(
                ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        answer.writeBytes(body);
        while (!listener.isClosed()) {
            try (Socket socket = listener.accept()) {
                InputStream input = new BufferedInputStream(socket.getInputStream());
                while (skipRequest(input)) {
                    // Written at once: a second small packet would wait 40 ms for the client's delayed acknowledgement.
                    socket.getOutputStream().write(answer.toByteArray());
                }
            } catch (IOException closed) {
                // The client or the listener was closed: priming has ended.
            }
        }
    }

    private static boolean skipRequest(InputStream input) throws IOException {
        int length = 0;
        StringBuilder line = new StringBuilder();
        while (true) {
            int next = input.read();
            if (next < 0) {
                return false;
            }
            if (next != '\n') {
                line.append((char) next);
                continue;
            }
            String header = line.toString().strip();
            line.setLength(0);
            if (header.isEmpty()) {
                return input.readNBytes(length).length == length;
            }
            if (header.startsWith("Content-Length: ")) {
                length = Integer.parseInt(header.substring("Content-Length: ".length()));
            }
        }
    }
}
