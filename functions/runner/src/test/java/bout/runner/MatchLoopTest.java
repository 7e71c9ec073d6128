package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.player.MoveRequest;
import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.engine.Call;
import bout.engine.Failure;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.games.battlesnake.Snakes;
import bout.games.robotag.RoboTag;
import bout.games.tokens.Tokens;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class MatchLoopTest {

    private static final Map<String, Object> STAY = Map.of("dx", 0, "dy", 0);
    private static final Predicate<Match<?>> ALWAYS = played -> true;
    private static final Failure LATE = new Failure(Failure.Kind.TIME_OUT, "Nothing came.");

    /** The time that a seat has for a whole match of tokens. */
    private static final int ALL = TimeLimits.ofMatch(new Tokens());

    private final List<MoveRequest> asked = Collections.synchronizedList(new ArrayList<>());
    private final List<MoveRequest> informed = Collections.synchronizedList(new ArrayList<>());
    private int moves;

    private final Match<?> snakes = snakes(new Snakes());
    private final Match<?> robots = robots(new RoboTag());

    /** Two snakes that go up and leave the board in their sixth turn. They are told when a match begins and ends. */
    private static Match<?> snakes(Snakes game) {
        return Match.of(
                game,
                "1",
                Options.read(game.card().options(), Plain.of(Plain.object("size", "7", "ruleset", "solo"))),
                Plain.of(Plain.object(
                        "snakes", List.of(List.of(1, 1), List.of(5, 1)), "food", List.of(), "chance", "1")));
    }

    /** Three turns, in which both seats move. */
    private static Match<?> robots(RoboTag game) {
        Map<String, Object> three = Map.of("maxTurns", 3, "start", "corners");
        return Match.draw(game, "1", ((Options.Valid) Options.read(game.card().options(), three)).options());
    }

    private Player answering(Object answer) {
        return new Player() {
            @Override
            public Reply ask(MoveRequest request) {
                asked.add(request);
                return new Reply.Answered(answer, 1);
            }

            @Override
            public void inform(MoveRequest request) {
                informed.add(request);
            }

            @Override
            public void moved() {
                moves++;
            }
        };
    }

    private static MatchLoop loop(Player one, Player other, TimeLimits limits, Predicate<Match<?>> listener) {
        return new MatchLoop(List.of("seat_1", "seat_2"), List.of(one, other), limits, listener);
    }

    private MatchLoop up(int timeLimit, Predicate<Match<?>> listener) {
        Player up = answering(Map.of("move", "up"));
        return loop(up, up, TimeLimits.same(timeLimit), listener);
    }

    @Test
    void players_are_told_that_a_match_begins_and_ends() throws Exception {
        MatchLoop loop = up(500, ALWAYS);
        assertTrue(loop.play(snakes));
        assertEquals(
                List.of("/start", "/start"),
                informed.stream().map(MoveRequest::path).toList());
        loop.ended(snakes);
        assertEquals("/end", informed.getLast().path());
        assertEquals(4, informed.size());
        assertEquals(500, informed.getLast().timeLimit());
        assertEquals(6, informed.getLast().turn());
        assertTrue(asked.stream().allMatch(request -> request.path().equals("/move")));
        assertEquals(12, moves);
    }

    @Test
    void a_call_around_a_match_has_five_seconds_at_most() throws Exception {
        up(20_000, played -> false).play(snakes);
        assertEquals(
                List.of(5000, 5000),
                informed.stream().map(MoveRequest::timeLimit).toList());
        assertEquals(20_000, asked.getFirst().timeLimit());
    }

    @Test
    void a_match_that_goes_on_does_not_begin_again() throws Exception {
        assertFalse(up(500, played -> false).play(snakes));
        assertTrue(up(500, ALWAYS).play(snakes));
        assertEquals(2, informed.size());
    }

    @Test
    void games_without_calls_around_a_match_make_none() throws Exception {
        MatchLoop loop = loop(answering(STAY), answering(STAY), TimeLimits.same(500), ALWAYS);
        assertTrue(loop.play(robots));
        loop.ended(robots);
        assertEquals(List.of(), informed);
    }

    /** A player that answers, except to calls around a match. */
    private static Player around(Runnable call) {
        return new Player() {
            @Override
            public Reply ask(MoveRequest request) {
                return new Reply.Answered(Map.of("move", "up"), 1);
            }

            @Override
            public void inform(MoveRequest request) {
                call.run();
            }
        };
    }

    @Test
    void a_call_around_a_match_is_not_waited_for_longer_than_its_limit() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Player hanging = around(() -> {
            try {
                never.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        assertTrue(loop(hanging, hanging, TimeLimits.same(20), ALWAYS).play(snakes));
        never.countDown();
    }

    @Test
    void an_exception_in_a_call_around_a_match_is_a_server_error() {
        IllegalStateException fault = new IllegalStateException("broken");
        Player broken = around(() -> {
            throw fault;
        });
        MatchLoop loop = loop(broken, broken, TimeLimits.same(500), ALWAYS);
        assertSame(
                fault,
                assertThrows(IllegalStateException.class, () -> loop.play(snakes))
                        .getCause());
    }

    @Test
    void no_turn_begins_after_the_last_time_for_a_call() throws Exception {
        MatchLoop late = new MatchLoop(
                List.of("seat_1", "seat_2"),
                List.of(answering(STAY), answering(STAY)),
                TimeLimits.same(500),
                ALWAYS,
                System.nanoTime() - 1,
                List.of());
        assertFalse(late.play(robots));
        assertEquals(List.of(), asked);
    }

    @Test
    void a_match_that_is_to_stop_after_its_last_turn_is_over() throws Exception {
        assertTrue(loop(answering(STAY), answering(STAY), TimeLimits.same(500), played -> !played.over())
                .play(robots));
        assertEquals(6, asked.size());
        assertEquals(
                List.of("seat_1", "seat_2"),
                asked.stream().map(MoveRequest::seatId).distinct().sorted().toList());
    }

    @Test
    void an_answer_that_is_no_move_is_a_failure() throws Exception {
        assertTrue(loop(answering("no step"), answering(STAY), TimeLimits.same(500), ALWAYS)
                .play(robots));
        assertEquals(
                Failure.Kind.NOT_EXPECTED, robots.calls().getFirst().failure().kind());
        assertEquals(1, moves, "the other's");
    }

    /** A failed call is a pass in this game. Plays until the first seat was called three times. */
    private List<Call> threeCalls(Function<Integer, Reply> replies) throws InterruptedException {
        Tokens tokens = new Tokens();
        Match<?> match = Match.draw(tokens, "7", Options.defaults(tokens.card().options()));
        HouseBot house = tokens.houseBots().getFirst();
        Player first = new HousePlayer(house.at(Seat.FIRST, "7"));
        Player timed = request -> {
            asked.add(request);
            Reply reply = replies.apply(asked.size());
            return reply instanceof Reply.Answered
                    ? new Reply.Answered(((Reply.Answered) first.ask(request)).answer(), reply.milliseconds())
                    : reply;
        };
        List<Call> calls = new ArrayList<>();
        loop(timed, new HousePlayer(house.at(Seat.SECOND, "7")), TimeLimits.same(500), played -> {
                    calls.clear();
                    played.calls().stream()
                            .filter(call -> call.seat() == Seat.FIRST)
                            .forEach(calls::add);
                    return calls.size() < 3;
                })
                .play(match);
        return calls;
    }

    @Test
    void a_seat_that_has_used_up_its_time_for_the_match_is_not_called_any_more() throws Exception {
        List<Call> calls =
                threeCalls(number -> number == 1 ? new Reply.Answered("", ALL - 300) : new Reply.Failed(LATE, 300));
        assertEquals(
                List.of(500, 300), asked.stream().map(MoveRequest::timeLimit).toList());
        Failure spent =
                new Failure(Failure.Kind.OUT_OF_TIME, "The bot has used up its 16 minutes for the whole match.");
        assertEquals(
                List.of(spent, spent), calls.stream().skip(1).map(Call::failure).toList());
        assertEquals(
                List.of(ALL - 300, 300, 0),
                calls.stream().map(Call::milliseconds).toList());
    }

    @Test
    void a_failure_within_the_usual_time_limit_stays_what_it_is() throws Exception {
        // After the first call, exactly as much is left as a call may take; then less, but the bot hangs up.
        Failure broken = new Failure(Failure.Kind.BROKEN, "It hung up.");
        List<Call> calls = threeCalls(number -> switch (number) {
            case 1 -> new Reply.Answered("", ALL - 500);
            case 2 -> new Reply.Failed(LATE, 499);
            default -> new Reply.Failed(broken, 1);
        });
        assertEquals(
                List.of(500, 500, 1), asked.stream().map(MoveRequest::timeLimit).toList());
        assertEquals(
                List.of(LATE, broken), calls.stream().skip(1).map(Call::failure).toList());
    }
}
