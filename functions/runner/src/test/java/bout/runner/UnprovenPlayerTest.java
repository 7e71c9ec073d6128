package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.botclient.player.UnprovenHosts;
import bout.engine.Call;
import bout.engine.Failure;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.games.tokens.Tokens;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A failed call is a pass in this game, so a match goes on without the bot. */
class UnprovenPlayerTest {

    private static final TimeLimits LIMITS = TimeLimits.same(2000);
    private static final Failure NOT_FOUND = new Failure(Failure.Kind.STATUS, "Answered with status 404.");

    private final Tokens game = new Tokens();
    private final Match<?> match =
            Match.draw(game, "7", Options.defaults(game.card().options()));
    private final AtomicInteger calls = new AtomicInteger();

    private Player house(Seat seat) {
        HouseBot bot = game.houseBots().getFirst();
        return new HousePlayer(bot.at(seat, "7"));
    }

    private UnprovenPlayer unproven(Player player) {
        return new UnprovenPlayer(player, "example.org", new UnprovenHosts(0));
    }

    private UnprovenPlayer unproven() {
        return unproven(request -> {
            calls.incrementAndGet();
            return new Reply.Failed(NOT_FOUND, 1);
        });
    }

    private boolean play(Player first, Predicate<Match<?>> listener) throws InterruptedException {
        return new MatchLoop(List.of("s1", "s2"), List.of(first, house(Seat.SECOND)), LIMITS, listener).play(match);
    }

    private List<Call> callsOfFirst() {
        return match.calls().stream().filter(call -> call.seat() == Seat.FIRST).toList();
    }

    @Test
    void a_url_that_never_moves_gets_three_calls_in_a_match() throws Exception {
        assertTrue(play(unproven(), played -> true));
        assertEquals(3, calls.get());
        assertTrue(callsOfFirst().size() > 20, "turns: " + match.turn());
        Failure notCalled = new Failure(
                Failure.Kind.STATUS,
                "Answered with status 404. Not called again in this match, because its first 3 calls failed.");
        for (Call call : callsOfFirst().subList(3, callsOfFirst().size())) {
            assertEquals(notCalled, call.failure());
        }
        Replay replay = Replay.of(match, List.of(Replay.Player.named("a"), Replay.Player.named("b")));
        assertInstanceOf(Replay.Confirmed.class, replay.verify(game));
    }

    @Test
    void the_next_runner_of_a_match_makes_no_more_calls() throws Exception {
        for (int turn = 1; turn <= 10; turn++) {
            int last = turn;
            assertFalse(play(unproven(), played -> played.turn() < last));
        }
        assertEquals(3, calls.get());
    }

    @Test
    void an_answer_that_is_no_move_is_a_failure_too() throws Exception {
        Player wrong = request -> {
            calls.incrementAndGet();
            return new Reply.Answered("hello", 1);
        };
        assertTrue(play(unproven(wrong), played -> true));
        assertEquals(3, calls.get());
    }

    @Test
    void after_one_move_a_url_is_called_at_every_turn() throws Exception {
        Player house = house(Seat.FIRST);
        Player late = request -> calls.incrementAndGet() == 3 ? house.ask(request) : new Reply.Failed(NOT_FOUND, 1);
        assertTrue(play(unproven(late), played -> true));
        assertEquals(callsOfFirst().size(), calls.get());
    }

    @Test
    void only_calls_without_a_move_count_for_the_host() throws Exception {
        UnprovenHosts hosts = new UnprovenHosts(1);
        UnprovenPlayer good = new UnprovenPlayer(house(Seat.FIRST), "example.org", hosts);
        assertTrue(play(good, played -> true));
        long now = System.nanoTime();
        for (int i = 0; i <= 4; i++) {
            assertTrue(hosts.reserve("example.org", now, now).isPresent(), "call " + i);
        }
        assertTrue(hosts.reserve("example.org", now, now).isEmpty());
    }

    @Test
    void calls_around_a_match_count_for_the_host_too() {
        UnprovenHosts hosts = new UnprovenHosts(1);
        List<String> told = new ArrayList<>();
        UnprovenPlayer player = new UnprovenPlayer(
                (Player.OverHttp) request -> {
                    told.add(request.path());
                    return new Reply.Answered("", 1);
                },
                "example.org",
                hosts);
        long now = System.nanoTime();
        long later = now + TimeUnit.MINUTES.toNanos(1);
        for (int i = 0; i <= 4; i++) {
            player.inform(new MoveRequest("s1", game.card(), Seat.FIRST, 0, Map.of(), 500, later, "/start"));
        }
        assertEquals(Collections.nCopies(5, "/start"), told);
        assertTrue(hosts.reserve("example.org", now, now).isEmpty());
    }

    @Test
    void a_call_that_its_host_may_not_get_in_time_is_not_made() throws Exception {
        UnprovenHosts hosts = new UnprovenHosts(1);
        long now = System.nanoTime();
        for (int i = 0; i <= 4; i++) {
            assertTrue(hosts.reserve("example.org", now, now).isPresent(), "call " + i);
        }
        UnprovenPlayer player = new UnprovenPlayer(house(Seat.FIRST), "example.org", hosts);
        MatchLoop loop = new MatchLoop(
                List.of("s1", "s2"),
                List.of(player, house(Seat.SECOND)),
                LIMITS,
                played -> true,
                now + TimeUnit.MILLISECONDS.toNanos(300),
                List.of());
        assertFalse(loop.play(match));
        assertEquals(0, match.turn());
    }
}
