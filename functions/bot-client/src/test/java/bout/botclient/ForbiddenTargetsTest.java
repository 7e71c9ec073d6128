package bout.botclient;

import static bout.botclient.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.AddressPolicy;
import bout.address.BotUrl;
import bout.address.Lookups.NameLookup;
import bout.botclient.player.MoveRequest;
import bout.botclient.player.Reply;
import bout.engine.Failure;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.games.ajaxtiles.AjaxTiles;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the client against the shared table of forbidden targets. A server on loopback, which a deployment must never
 * reach, counts its connections.
 */
@Tag("server")
class ForbiddenTargetsTest {

    private static final int TIME_LIMIT = 10_000;

    private static TestServer server;

    @BeforeAll
    static void listen() throws IOException {
        server = TestServer.answering(ok("{\"x\":3,\"y\":0}"));
    }

    @AfterAll
    static void close() throws IOException {
        int connections = server.connections.get();
        server.close();
        assertEquals(0, connections, "connections to loopback");
    }

    @ParameterizedTest(name = "{0}: {1} {2}")
    @CsvFileSource(
            files = "../wire/src/test/resources/bout/address/forbidden-targets.csv",
            numLinesToSkip = 1,
            delimiter = '|')
    void a_forbidden_target_is_not_connected_to(String kind, String url, String addresses, String reason) {
        List<String> lookedUp = Collections.synchronizedList(new ArrayList<>());
        NameLookup names = name -> {
            lookedUp.add(name);
            return Arrays.stream(addresses.split(" "))
                    .map(InetAddress::ofLiteral)
                    .toList();
        };
        switch (BotUrl.read(url, AddressPolicy.PUBLIC)) {
            case BotUrl.Refused refused -> {
                assertTrue(refused.text().contains(reason), refused.text());
                assertEquals(null, addresses, "a name is checked by its addresses");
            }
            case BotUrl.Allowed allowed -> {
                Failure failure = call(here(allowed.url()), names);
                assertEquals(Failure.Kind.ADDRESS_NOT_ALLOWED, failure.kind(), failure.text());
                assertTrue(failure.text().contains(reason), failure.text());
                assertEquals(List.of(allowed.url().host()), lookedUp);
            }
        }
    }

    /** A stored URL may have been checked by an older rule, or not at all. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "0.0.0.0",
                "10.0.0.1",
                "169.254.169.254",
                "100.100.100.200",
                "0:0:0:0:0:0:0:1",
                "fd00:ec2:0:0:0:0:0:254",
                "64:ff9b:0:0:0:0:7f00:1",
                "2002:7f00:1:0:0:0:0:0"
            })
    void a_forbidden_address_is_not_connected_to_even_if_it_was_stored(String literal) {
        Failure failure = call(new BotUrl("https", literal, server.port(), "/"), name -> {
            throw new AssertionError("looked up: " + name);
        });
        assertEquals(Failure.Kind.ADDRESS_NOT_ALLOWED, failure.kind(), failure.text());
    }

    @Test
    void a_host_name_is_checked_again_for_each_connection() {
        List<String> answers = new ArrayList<>(List.of("169.254.169.254", "127.0.0.1", "10.0.0.1"));
        NameLookup rebinding = name -> List.of(InetAddress.ofLiteral(answers.removeFirst()));
        BotUrl url = here(TestServer.url("https://bot.example.org/", AddressPolicy.PUBLIC));
        for (String range : List.of("a link-local", "a loopback", "a private")) {
            Failure failure = call(url, rebinding);
            assertEquals(Failure.Kind.ADDRESS_NOT_ALLOWED, failure.kind());
            assertTrue(failure.text().contains(range), failure.text());
        }
        assertEquals(List.of(), answers);
    }

    private static BotUrl here(BotUrl url) {
        return new BotUrl(url.scheme(), url.host(), server.port(), url.target());
    }

    private static Failure call(BotUrl url, NameLookup names) {
        AjaxTiles game = new AjaxTiles();
        try (BotClient client = new BotClient(AddressPolicy.PUBLIC, 1, TestTls.trusting(), names)) {
            Reply reply = client.player(url)
                    .ask(new MoveRequest(
                            "seat_0198",
                            game.card(),
                            Seat.FIRST,
                            0,
                            Match.draw(game, "7", Options.defaults(game.card().options()))
                                    .request(Seat.FIRST),
                            TIME_LIMIT,
                            System.nanoTime() + TimeUnit.MINUTES.toNanos(1),
                            game.card().calls().move()));
            return assertInstanceOf(Reply.Failed.class, reply, reply.toString()).failure();
        }
    }
}
