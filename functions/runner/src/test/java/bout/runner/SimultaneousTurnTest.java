package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.engine.Action;
import bout.engine.Call;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.GameCard;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Position;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.engine.StateHash;
import bout.engine.TimeLimits;
import bout.engine.Turn;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SimultaneousTurnTest {

    private static final TimeLimits LIMITS = new TimeLimits(2000, 500);

    /** Both players bid a number for three turns; the larger sum wins. A failed call counts as 0. */
    private static final class Sums extends Game<Integer> {
        private static final GameCard CARD = new GameCard(
                "sums",
                "Sums",
                "Say a number.",
                GameCard.Seats.TWO,
                List.of(),
                List.of(),
                LIMITS,
                GameCard.Form.JSON,
                "nothing",
                "a number",
                1,
                "points",
                GameCard.Calls.MOVES);

        Sums() {
            super(CARD, List.of(), 3, List.of(), List.of());
        }

        @Override
        public Object setUp(SeededRandom random, Options options, int seats) {
            return Map.of();
        }

        @Override
        public Position<Integer> start(Plain setUp, Options options) {
            return new SumsSoFar();
        }

        @Override
        public Object store(Integer move) {
            return move;
        }

        @Override
        public Integer restore(Plain stored) {
            return stored.integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
    }

    private static final class SumsSoFar extends Position<Integer> {
        private final int[] sums = new int[2];
        private int turns;

        @Override
        protected boolean isToMove(Seat seat) {
            return true;
        }

        @Override
        public Map<String, Object> request(Seat seat) {
            return Map.of("turn", turns);
        }

        @Override
        public Action<Integer> read(Seat seat, Object answer) {
            return answer instanceof Integer number
                    ? Action.moved(number)
                    : Action.failed(Failure.notExpected("a number", answer));
        }

        @Override
        public void play(Turn<Integer> turn) {
            for (Seat seat : Seat.first(2)) {
                Integer number = turn.by(seat).move();
                sums[seat.index()] += number == null ? 0 : number;
            }
            turns++;
            result = turns == 3 ? Result.byScore(sums[0], sums[1], "turns") : null;
        }

        @Override
        public Object picture() {
            return List.of(sums[0], sums[1]);
        }

        @Override
        public void hash(StateHash hash) {
            hash.add(sums[0]).add(sums[1]).add(turns);
        }
    }

    private final Match<?> match = Match.draw(new Sums(), "1", Options.defaults(List.of()));

    private boolean play(Player one, Player two) throws InterruptedException {
        return new MatchLoop(List.of("s1", "s2"), List.of(one, two), LIMITS, played -> true).play(match);
    }

    @Test
    void both_bots_are_called_at_the_same_time() throws Exception {
        // Each waits for the other: if they were called one after the other, neither would answer.
        CyclicBarrier together = new CyclicBarrier(2);
        Player one = request -> answered(together, 1, 3);
        Player two = request -> answered(together, 2, 7);
        assertTrue(play(one, two));
        assertEquals(Result.of(Seat.SECOND, 3, 6, "turns"), match.result());
        assertEquals(
                List.of(new Call(0, Seat.FIRST, 1, null, 3), new Call(0, Seat.SECOND, 2, null, 7)),
                match.calls().subList(0, 2));
    }

    private static Reply answered(CyclicBarrier together, int answer, int milliseconds) {
        try {
            together.await(20, TimeUnit.SECONDS);
        } catch (Exception alone) {
            throw new IllegalStateException(alone);
        }
        return new Reply.Answered(answer, milliseconds);
    }

    @Test
    void one_bots_failure_does_not_affect_the_others_move() throws Exception {
        Failure failure = new Failure(Failure.Kind.TIME_OUT, "Nothing came.");
        Player one = request -> new Reply.Failed(failure, 500);
        Player two = request -> new Reply.Answered("no number", 1);
        new MatchLoop(List.of("s1", "s2"), List.of(one, two), LIMITS, played -> false).play(match);
        assertEquals(new Call(0, Seat.FIRST, null, failure, 500), match.calls().get(0));
        assertEquals(Failure.Kind.NOT_EXPECTED, match.calls().get(1).failure().kind());
    }

    @Test
    void a_turn_with_an_aborted_call_is_not_played() throws Exception {
        Player one = request -> new Reply.Answered(1, 1);
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
            return new Reply.Answered(1, 1);
        };
        play(player, player);
        assertEquals("0:2000 0:2000 1:500 1:500 2:500 2:500 ", limits.toString());
    }

    @Test
    void an_exception_in_a_player_is_a_server_error() {
        IllegalStateException fault = new IllegalStateException("broken");
        Player fine = request -> new Reply.Answered(1, 1);
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
