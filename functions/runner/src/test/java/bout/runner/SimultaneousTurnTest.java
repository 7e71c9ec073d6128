package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.engine.Call;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.games.Games;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SimultaneousTurnTest {

    private static final TimeLimits LIMITS = new TimeLimits(2000, 500);

    private static final Map<String, Object> STAY = Map.of("dx", 0, "dy", 0);

    /** RoboTag of three turns, in which both seats move in each. */
    private final Match<?> match = roboTag(Games.byId("robotag").orElseThrow());

    private static Match<?> roboTag(Game<?> game) {
        Map<String, Object> three = Map.of("maxTurns", 3, "start", "corners");
        return Match.draw(game, "1", ((Options.Valid) Options.read(game.card().options(), three)).options());
    }

    private boolean play(Player one, Player two) throws InterruptedException {
        return new MatchLoop(List.of("s1", "s2"), List.of(one, two), LIMITS, played -> true).play(match);
    }

    @Test
    void both_bots_are_called_at_the_same_time() throws Exception {
        // Each waits for the other: if they were called one after the other, neither would answer.
        CyclicBarrier together = new CyclicBarrier(2);
        Player one = request -> answered(together, 1, 3);
        Player two = request -> answered(together, -1, 7);
        assertTrue(play(one, two));
        assertEquals(3, match.turn());
        assertEquals(
                List.of(
                        new Call(0, Seat.FIRST, List.of(1, 0), null, 3, null),
                        new Call(0, Seat.SECOND, List.of(-1, 0), null, 7, null)),
                match.calls().subList(0, 2));
    }

    private static Reply answered(CyclicBarrier together, int dx, int milliseconds) {
        try {
            together.await(20, TimeUnit.SECONDS);
        } catch (Exception alone) {
            throw new IllegalStateException(alone);
        }
        return new Reply.Answered(Map.of("dx", dx, "dy", 0), milliseconds);
    }

    @Test
    void one_bots_failure_does_not_affect_the_others_move() throws Exception {
        Failure failure = new Failure(Failure.Kind.TIME_OUT, "Nothing came.");
        Player one = request -> new Reply.Failed(failure, 500);
        Player two = request -> new Reply.Answered("no step", 1);
        new MatchLoop(List.of("s1", "s2"), List.of(one, two), LIMITS, played -> false).play(match);
        assertEquals(
                new Call(0, Seat.FIRST, null, failure, 500, null), match.calls().get(0));
        assertEquals(Failure.Kind.NOT_EXPECTED, match.calls().get(1).failure().kind());
    }

    @Test
    void a_turn_with_an_aborted_call_is_not_played() throws Exception {
        Player one = request -> new Reply.Answered(STAY, 1);
        Player two = request -> new Reply.BrokenOff();
        assertFalse(play(one, two));
        assertEquals(0, match.turn());
        assertNull(match.result());
    }

    @Test
    void the_first_move_of_each_seat_has_its_own_time_limit() throws Exception {
        // Each text is added as a whole, in whatever order the two seats are called within a turn.
        StringBuffer limits = new StringBuffer();
        Player player = request -> {
            limits.append(request.turn() + ":" + request.timeLimit() + " ");
            return new Reply.Answered(STAY, 1);
        };
        play(player, player);
        assertEquals("0:2000 0:2000 1:500 1:500 2:500 2:500 ", limits.toString());
    }

    @Test
    void an_exception_in_a_player_is_a_server_error() {
        IllegalStateException fault = new IllegalStateException("broken");
        Player fine = request -> new Reply.Answered(STAY, 1);
        Player broken = request -> {
            throw fault;
        };
        assertSame(fault, assertThrows(IllegalStateException.class, () -> play(broken, fine)));
        assertSame(
                fault,
                assertThrows(IllegalStateException.class, () -> play(fine, broken))
                        .getCause());
    }
}
