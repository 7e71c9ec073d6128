package bout.cli.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.BotServer;
import bout.bots.HttpAnswer;
import bout.cli.BotProgram;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.games.Games;
import bout.games.connectfour.ConnectFour;
import bout.wire.BotBody;
import bout.wire.Json;
import bout.wire.connection.ConnectionMessage;
import bout.wire.connection.ConnectionText;
import bout.wire.connection.Parts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads the examples in {@code docs/connect.md} as Bout would, and runs its client. */
@Tag("server")
@Timeout(120)
class ConnectPageTest {

    private static final Path PAGE = Path.of("../../docs/connect.md");

    @TempDir
    private Path folder;

    private static List<String> blocks(String kind) throws Exception {
        return Pattern.compile("(?ms)^```" + kind + "\\n(.*?)^```$")
                .matcher(Files.readString(PAGE))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    private static ConnectionMessage read(String text) {
        return ConnectionText.read(text).orElseThrow(() -> new AssertionError(text));
    }

    private static List<ConnectionMessage> examples() throws Exception {
        List<ConnectionMessage> examples = new ArrayList<>();
        for (String block : blocks("json")) {
            examples.add(read(block));
        }
        return examples;
    }

    @Test
    void every_example_is_a_message_of_the_protocol_in_the_form_in_which_it_is_sent() throws Exception {
        for (String block : blocks("json")) {
            assertEquals(
                    Json.read(block),
                    Json.read(ConnectionText.write(read(block)).getFirst()),
                    block);
        }
    }

    @Test
    void there_is_an_example_of_every_message_that_a_bot_sends_or_gets() throws Exception {
        assertEquals(
                Set.of(
                        ConnectionMessage.Request.class,
                        ConnectionMessage.Answer.class,
                        ConnectionMessage.Ping.class,
                        ConnectionMessage.Pong.class,
                        ConnectionMessage.Closing.class,
                        ConnectionMessage.Event.class),
                examples().stream().map(Object::getClass).collect(Collectors.toSet()));
    }

    @Test
    void the_example_is_a_complete_move() throws Exception {
        ConnectionMessage.Request request =
                (ConnectionMessage.Request) examples().getFirst();
        ConnectionMessage.Answer answer = (ConnectionMessage.Answer) examples().get(1);
        Match<?> match = Match.draw(
                new ConnectFour(),
                "1",
                Options.defaults(new ConnectFour().card().options()));
        assertEquals(
                Json.read(new String(
                        BotBody.write(match.game().card().form(), match.request(Seat.FIRST)), StandardCharsets.UTF_8)),
                Json.read(request.body()));
        assertEquals(request.call(), answer.call());
        assertEquals(request.reply(), answer.reply());
        assertEquals(
                Games.byId(request.headers().get("Bout-Game"))
                        .orElseThrow()
                        .card()
                        .exampleAnswer(),
                Json.read(answer.body()));
    }

    @Test
    void the_parts_are_an_answer() throws Exception {
        Parts parts = new Parts();
        Optional<String> whole = Optional.empty();
        for (String line : blocks("json parts").getFirst().lines().toList()) {
            whole = parts.take((ConnectionMessage.Part) read(line));
        }
        ConnectionMessage.Answer answer = (ConnectionMessage.Answer) read(whole.orElseThrow());
        ConnectionMessage.Answer example = (ConnectionMessage.Answer) examples().get(1);
        assertEquals(example.call(), answer.call());
        assertEquals(example.reply(), answer.reply());
        assertEquals(example.body(), answer.body());
    }

    @Test
    void the_client_plays_and_connects_again() throws Exception {
        BotProgram.assumeHere("node");
        Path client =
                Files.writeString(folder.resolve("client.mjs"), blocks("js").getFirst());
        try (FakeGateway gateway = new FakeGateway("connect-four");
                BotServer bot = new BotServer(0, asked -> HttpAnswer.json(200, "{\"column\":3}"))) {
            Process node = new ProcessBuilder(
                            "node",
                            "--experimental-websocket",
                            client.toString(),
                            gateway.url(),
                            FakeGateway.BOT,
                            bot.url())
                    .redirectErrorStream(true)
                    .start();
            try {
                ConnectionMessage.Request request =
                        (ConnectionMessage.Request) examples().getFirst();
                for (int time = 0; time < 2; time++) {
                    FakeGateway.Connection line = gateway.awaitConnection();
                    line.send(request);
                    ConnectionMessage.Answer answer = line.answer();
                    assertEquals(200, answer.status(), answer.body());
                    assertEquals("{\"column\":3}", answer.body());
                    line.breakOff();
                }
            } finally {
                node.destroyForcibly();
                assertTrue(node.waitFor(30, TimeUnit.SECONDS));
            }
        }
    }
}
