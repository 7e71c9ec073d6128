package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.botclient.TestServer;
import bout.botclient.player.MoveRequest;
import bout.botclient.player.Reply;
import bout.engine.Game;
import bout.games.Games;
import bout.guide.Example;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("server")
@Timeout(30)
class DocumentedRequestTest {

    private static final int PLENTY_MILLISECONDS = 20_000;

    static Stream<Game<?>> games() {
        return Games.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("games")
    void the_requests_and_answers_in_the_guides_are_real(Game<?> game) throws Exception {
        Example<?> example = Example.of(game);
        String[] answer = example.response().split("\n\n", 2);
        try (TestServer server = TestServer.answering(answer[0].replace("\n", "\r\n") + "\r\n\r\n" + answer[1]);
                BotClient client = new BotClient(AddressPolicy.LOOPBACK, 1)) {
            Reply reply = client.player(server.url(example.path()))
                    .ask(new MoveRequest(
                            example.headers().get("Bout-Match"),
                            game.card(),
                            example.seat(),
                            example.match().turn(),
                            example.fields(),
                            PLENTY_MILLISECONDS,
                            System.nanoTime() + TimeUnit.MINUTES.toNanos(1),
                            game.card().calls().move()));

            Reply.Answered answered = assertInstanceOf(Reply.Answered.class, reply, reply.toString());
            assertEquals(example.answer(), answered.answer());
            TestServer.Request documented = documented(example, server.port());
            TestServer.Request received = server.received.getFirst();
            assertEquals(documented.line(), received.line());
            assertEquals(documented.headers().toString(), received.headers().toString());
            assertEquals(documented.body(), received.body());
        }
    }

    private static TestServer.Request documented(Example<?> example, int port) {
        String[] headAndBody = example.request().split("\n\n", 2);
        String[] lines = headAndBody[0].split("\n");
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = 1; i < lines.length; i++) {
            String[] header = lines[i].split(": ", 2);
            headers.put(header[0].toLowerCase(Locale.ROOT), header[1]);
        }
        headers.put("host", "127.0.0.1:" + port);
        headers.put("bout-time-limit", String.valueOf(PLENTY_MILLISECONDS));
        return new TestServer.Request(lines[0], headers, headAndBody[1]);
    }
}
