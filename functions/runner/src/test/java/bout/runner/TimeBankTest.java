package bout.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.botclient.player.Player;
import bout.botclient.player.Reply;
import bout.engine.Call;
import bout.engine.Failure;
import bout.engine.Forfeit;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Replay;
import bout.engine.Seat;
import bout.engine.TimeLimits;
import bout.games.Games;
import bout.wire.ReplayFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The time that a seat has for all its answers in a match. Nobody waits here: the players say how long they took. */
class TimeBankTest {

    private static final int MINUTE = 60_000;
    private static final List<Replay.Player> NAMES = List.of(Replay.Player.named("one"), Replay.Player.named("two"));

    /** The longest time limit that a match may set. */
    private static final TimeLimits LONGEST = TimeLimits.same(TimeLimits.MAX);

    /** The time limits of all calls that were made. */
    private final List<Integer> limits = new ArrayList<>();

    static List<Game<?>> games() {
        return Games.ALL;
    }

    /** A house bot that says it took so long, or the whole time limit if that is shorter. */
    private Player slow(Game<?> game, Seat seat, int milliseconds) {
        Player house = new HousePlayer(game.houseBots().getLast().at(seat, "7"));
        return request -> {
            limits.add(request.timeLimit());
            return new Reply.Answered(
                    ((Reply.Answered) house.ask(request)).answer(), Math.min(milliseconds, request.timeLimit()));
        };
    }

    private static Player house(Game<?> game, Seat seat) {
        return new HousePlayer(game.houseBots().getLast().at(seat, "7"));
    }

    private static Match<?> match(Game<?> game, Map<String, Object> options) {
        return Match.draw(game, "7", ((Options.Valid) Options.read(game.card().options(), options)).options());
    }

    private static void play(Match<?> match, Player first, Player second, TimeLimits limits) throws Exception {
        MatchLoop loop = new MatchLoop(List.of("s1", "s2"), List.of(first, second), limits, played -> true);
        assertTrue(loop.play(match));
    }

    private static void assertLostForWantOfTime(Match<?> match, Seat loser) throws Exception {
        Replay replay = ReplayFile.read(ReplayFile.write(Replay.of(match, NAMES)));
        assertInstanceOf(Replay.Confirmed.class, replay.verify(match.game()));
        Optional<Forfeit> lost =
                Forfeit.of(match.game(), match.result(), replay.calls().failures());
        assertEquals(Optional.of(new Forfeit(loser, Failure.Kind.OUT_OF_TIME)), lost);
        Failure failure = replay.calls().failures().getFirst().failure();
        assertEquals(Failure.Kind.OUT_OF_TIME, failure.kind());
        assertEquals(
                "The bot has used up its " + TimeLimits.ofMatch(match.game()) / MINUTE
                        + " minutes for the whole match.",
                failure.text());
    }

    @ParameterizedTest
    @MethodSource("games")
    void a_seat_that_uses_up_its_time_loses_in_every_game(Game<?> game) throws Exception {
        for (Seat staller : Seat.first(2)) {
            Match<?> match = match(game, Map.of());
            Player slow = slow(game, staller, TimeLimits.MAX - 1);
            Player fast = house(game, staller.other());
            play(match, staller == Seat.FIRST ? slow : fast, staller == Seat.FIRST ? fast : slow, LONGEST);
            assertLostForWantOfTime(match, staller);
            assertEquals(TimeLimits.ofMatch(game), match.milliseconds(staller));
        }
    }

    @ParameterizedTest
    @MethodSource("games")
    void a_match_of_two_stallers_ends_within_forty_minutes(Game<?> game) throws Exception {
        boolean canBeLong =
                game.card().options().stream().anyMatch(option -> option.name().equals("maxTurns"));
        Match<?> match = match(game, canBeLong ? Map.of("maxTurns", 10_000) : Map.of());
        play(match, slow(game, Seat.FIRST, TimeLimits.MAX), slow(game, Seat.SECOND, TimeLimits.MAX), LONGEST);
        long all = match.calls().stream().mapToLong(Call::milliseconds).sum();
        assertTrue(all <= 40 * MINUTE, () -> game.card().id() + ": " + all);
    }

    @ParameterizedTest
    @MethodSource("games")
    void a_bot_that_takes_five_seconds_a_move_never_runs_out_of_time_in_a_usual_match(Game<?> game) throws Exception {
        Match<?> match = match(game, Map.of());
        while (!match.over() && match.turn() < game.usualTurns()) {
            int next = match.turn() + 1;
            new MatchLoop(
                            List.of("s1", "s2"),
                            List.of(slow(game, Seat.FIRST, 5000), slow(game, Seat.SECOND, 5000)),
                            LONGEST,
                            played -> played.turn() < next)
                    .play(match);
        }
        match.calls()
                .forEach(call -> assertNull(call.failure(), () -> game.card().id() + ", turn " + call.turn()));
    }

    @Test
    void the_last_call_has_the_time_that_is_left() throws Exception {
        Game<?> tokens = Games.byId("tokens").orElseThrow();
        play(match(tokens, Map.of()), slow(tokens, Seat.FIRST, 50_000), house(tokens, Seat.SECOND), LONGEST);
        // 16 minutes are 19 times 50 s, and 10 s.
        assertEquals(20, limits.size());
        assertEquals(10_000, limits.getLast());
        assertEquals(TimeLimits.MAX, limits.get(18));
    }

    @Test
    void a_call_that_ends_with_the_time_of_the_match_says_so() throws Exception {
        Game<?> fire = Games.byId("ice-and-fire").orElseThrow();
        Player slow = slow(fire, Seat.FIRST, 50_000);
        Match<?> match = match(fire, Map.of());
        play(
                match,
                request -> request.timeLimit() < TimeLimits.MAX
                        ? new Reply.Failed(
                                new Failure(Failure.Kind.TIME_OUT, "No answer arrived within 50000 ms."),
                                request.timeLimit())
                        : slow.ask(request),
                house(fire, Seat.SECOND),
                LONGEST);
        assertLostForWantOfTime(match, Seat.FIRST);
    }

    @Test
    void the_time_used_so_far_goes_on_counting_at_another_runner() throws Exception {
        Game<?> ajax = Games.byId("ajax-tiles").orElseThrow();
        Match<?> match = match(ajax, Map.of());
        int runners = 0;
        while (!match.over()) {
            int until = match.turn() + 5;
            new MatchLoop(
                            List.of("s1", "s2"),
                            List.of(slow(ajax, Seat.FIRST, 59_000), house(ajax, Seat.SECOND)),
                            LONGEST,
                            played -> played.turn() < until)
                    .play(match);
            runners++;
            match = ReplayFile.read(ReplayFile.write(Replay.of(match, NAMES))).play(ajax, Integer.MAX_VALUE);
        }
        assertTrue(runners > 5, "handed over " + runners + " times");
        assertLostForWantOfTime(match, Seat.FIRST);
        assertEquals(TimeLimits.ofMatch(ajax), match.milliseconds(Seat.FIRST));
    }
}
