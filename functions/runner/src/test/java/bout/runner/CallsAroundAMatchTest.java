package bout.runner;

import static bout.botclient.TestServer.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.AddressPolicy;
import bout.botclient.BotClient;
import bout.botclient.TestServer;
import bout.botclient.TestServers;
import bout.botclient.player.UnprovenHosts;
import bout.engine.Call;
import bout.engine.Failure;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.games.battlesnake.Direction;
import bout.games.battlesnake.Snakes;
import bout.wire.Json;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The calls of a game that tells its bots when a match begins and ends. */
@Tag("server")
@Timeout(60)
class CallsAroundAMatchTest {

    private static final Snakes GAME = new Snakes();
    private static final TimeLimits PATIENT = TimeLimits.same(20_000);

    @AutoClose
    private final TestServers servers = new TestServers();

    @AutoClose
    private final BotClient client = new BotClient(AddressPolicy.LOOPBACK, BotClient.DEFAULT_CALLS_PER_BOT);

    /** Two snakes that go up for five turns, and leave the board in the sixth. */
    private final Match<Direction> match = Match.of(
            GAME,
            "1",
            Options.read(GAME.card().options(), Plain.of(Plain.object("size", "7", "ruleset", "solo"))),
            Plain.of(Plain.object("snakes", List.of(List.of(1, 1), List.of(5, 1)), "food", List.of(), "chance", "1")));

    private boolean play(List<String> names, TestServer one, String path, TestServer other) throws Exception {
        return play(names, one, path, other, PATIENT);
    }

    private boolean play(List<String> names, TestServer one, String path, TestServer other, TimeLimits limits)
            throws Exception {
        MatchLoop loop = new MatchLoop(
                List.of("seat_1", "seat_2"),
                List.of(client.player(one.url(path)), client.player(other.url("/"))),
                limits,
                played -> true,
                System.nanoTime() + Long.MAX_VALUE / 2,
                names);
        boolean over = loop.play(match);
        loop.ended(match);
        return over;
    }

    private static String up(TestServer.Request request) {
        return ok("{\"move\":\"up\",\"shout\":\"turn " + request.headers().get("bout-turn") + "\"}");
    }

    private static Plain body(TestServer server, int index) throws Json.NotJson {
        return Plain.of(Json.read(server.received.get(index).body()));
    }

    private static List<String> lines(TestServer server) {
        return server.received.stream()
                .map(request -> request.line().replace("POST ", "").replace(" HTTP/1.1", ""))
                .toList();
    }

    @Test
    void a_bot_is_called_below_its_url_at_the_start_for_each_move_and_at_the_end() throws Exception {
        TestServer one = servers.replying(CallsAroundAMatchTest::up);
        TestServer other = servers.replying(CallsAroundAMatchTest::up);
        assertTrue(play(List.of("Ada", "Ben"), one, "/snake/?key=1", other));

        int moves = (int)
                match.calls().stream().filter(call -> call.seat() == Seat.FIRST).count();
        assertEquals(moves + 2, lines(one).size());
        assertEquals("/snake/start?key=1", lines(one).getFirst());
        assertEquals("/snake/end?key=1", lines(one).getLast());
        assertTrue(lines(one).subList(1, moves + 1).stream().allMatch("/snake/move?key=1"::equals));
        assertEquals("/end", lines(other).getLast());
        assertEquals("/start", one.received.getFirst().headers().get("bout-path"));
        Plain move = body(one, 2);
        assertEquals("seat_1", move.get("game").text("id"));
        assertEquals(20_000, move.get("game").get("timeout").integer(0, 60_000));
        assertEquals(1, move.get("turn").integer(0, 1000));
        assertEquals("Ada", move.get("you").text("name"));
        assertEquals("turn 0", move.get("you").text("shout"));
        assertTrue(Integer.parseInt(move.get("you").text("latency")) > 0);
        Plain second = move.get("board").get("snakes").at(1);
        assertEquals(List.of("Ben", "turn 0"), List.of(second.text("name"), second.text("shout")));
        assertEquals("turn 0", match.calls().getFirst().note());
        Plain end = body(one, moves + 1);
        assertEquals(List.of(), end.get("board").get("snakes").list());
        assertEquals("snake-1", end.get("you").text("id"));
    }

    @Test
    void in_a_rated_match_nobody_learns_who_the_others_are_or_what_they_write() throws Exception {
        TestServer one = servers.replying(CallsAroundAMatchTest::up);
        TestServer other = servers.replying(CallsAroundAMatchTest::up);
        assertTrue(play(List.of(), one, "/", other));

        Plain move = body(one, 2);
        assertEquals("turn 0", move.get("you").text("shout"));
        Plain second = move.get("board").get("snakes").at(1);
        assertEquals(List.of("S2", ""), List.of(second.text("name"), second.text("shout")));
        assertFalse(one.received.toString().contains("seat_2"));
    }

    @Test
    void a_bot_that_never_answers_the_call_at_the_start_holds_nobody_up_and_loses_nothing() throws Exception {
        CountDownLatch played = new CountDownLatch(1);
        TestServer one = servers.replying(request -> {
            if (!request.line().contains("/move")) {
                played.await();
            }
            return up(request);
        });
        TestServer other = servers.replying(request ->
                request.line().contains("/move") ? up(request) : "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n");
        assertTrue(play(List.of(), one, "/", other, TimeLimits.same(500)));
        played.countDown();

        assertEquals(6, match.turn());
        assertTrue(match.calls().stream().allMatch(call -> call.turn() < 6), match.calls()::toString);
    }

    @Test
    void a_match_that_goes_on_elsewhere_does_not_begin_again() throws Exception {
        TestServer one = servers.replying(CallsAroundAMatchTest::up);
        TestServer other = servers.replying(CallsAroundAMatchTest::up);
        MatchLoop first = new MatchLoop(
                List.of("seat_1", "seat_2"),
                List.of(client.player(one.url("/")), client.player(other.url("/"))),
                PATIENT,
                played -> false);
        assertFalse(first.play(match));
        assertTrue(play(List.of(), one, "/", other));
        assertEquals(1, lines(one).stream().filter("/start"::equals).count());
    }

    @Test
    void a_snake_that_fails_goes_straight_on() throws Exception {
        TestServer one = servers.replying(request -> ok("{\"move\":\"north\"}"));
        TestServer other = servers.replying(CallsAroundAMatchTest::up);
        MatchLoop loop = new MatchLoop(
                List.of("seat_1", "seat_2"),
                List.of(
                        new UnprovenPlayer(client.player(one.url("/")), "127.0.0.1", new UnprovenHosts(0)),
                        client.player(other.url("/"))),
                PATIENT,
                played -> true);
        assertTrue(loop.play(match));
        loop.ended(match);
        Call call = match.calls().getFirst();
        assertEquals(Failure.Kind.NOT_EXPECTED, call.failure().kind());
        // An unproven URL is asked three times, and told of the start and the end.
        assertEquals(List.of("/start", "/move", "/move", "/move", "/end"), lines(one), match.calls()::toString);
    }
}
