package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.botclient.TestServer;
import bout.botclient.TestServers;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.engine.Call;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.games.ajaxtiles.AjaxTiles;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class MatchLoopTest {

    @AutoClose
    private final TestServers servers = new TestServers();

    private static final TimeLimits LIMITS = TimeLimits.same(2000);

    private final AjaxTiles game = new AjaxTiles();

    private Match<?> match(Map<String, Object> options) {
        return Match.draw(game, "7", ((Options.Valid) Options.read(game.card().options(), options)).options());
    }

    /** A player that paints the first empty tile. */
    private static Player painter() {
        return request -> new Reply.Answered(Painter.move(request.fields()), 0);
    }

    @Test
    void a_match_over_http_uses_one_connection_per_seat() throws Exception {
        TestServer server = servers.of(Painter::serve);
        try (BotClient client = new BotClient(AddressPolicy.LOOPBACK, BotClient.DEFAULT_CALLS_PER_BOT)) {
            Match<?> match = match(Map.of("maxTurns", 50));
            MatchLoop loop = new MatchLoop(
                    List.of("s1", "s2"), List.of(client.player(server.url()), painter()), LIMITS, played -> true);
            assertTrue(loop.play(match));
            assertEquals(50, match.turn());
            assertEquals("turns", match.result().reason());
            assertEquals(1, server.connections.get());
            assertEquals(25, server.requests.get());
            for (Call call : match.calls()) {
                assertNull(call.failure());
                assertEquals(call.seat() == Seat.FIRST, call.milliseconds() > 0, "0 ms only without a network");
            }
            Replay replay = Replay.of(match, List.of(Replay.Player.named("a"), Replay.Player.named("b")));
            assertInstanceOf(Replay.Confirmed.class, replay.verify(game));
        }
    }

    @Test
    void a_listener_can_stop_the_match() throws Exception {
        Match<?> match = match(Map.of());
        MatchLoop loop =
                new MatchLoop(List.of("s1", "s2"), List.of(painter(), painter()), LIMITS, played -> played.turn() < 3);
        assertFalse(loop.play(match));
        assertEquals(3, match.turn());
        assertTrue(
                new MatchLoop(List.of("s1", "s2"), List.of(painter(), painter()), LIMITS, played -> true).play(match));
        assertTrue(match.over());
    }
}
