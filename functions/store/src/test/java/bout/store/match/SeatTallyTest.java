package bout.store.match;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.engine.Action;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.games.Games;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeatTallyTest {

    private static final Object WAIT = Map.of("commands", "WAIT");

    private static final SeatTally SOME = new SeatTally(
            7,
            Map.of(Failure.Kind.STATUS, 1, Failure.Kind.TIME_OUT, 2),
            AnswerTimes.of(List.of(1, 20, 20, 30, 400, 1000, 1000)));

    @Test
    void a_tally_comes_back_from_its_text() {
        assertEquals(SOME, SeatTally.read(Plain.of(SOME.toPlain())));
        assertEquals(SeatTally.NONE, SeatTally.read(Plain.of(SeatTally.NONE.toPlain())));
        assertEquals(Map.of(), SeatTally.NONE.toPlain());
    }

    @Test
    void tallies_add_up() {
        SeatTally sum = SOME.plus(new SeatTally(1, Map.of(Failure.Kind.STATUS, 1), AnswerTimes.of(List.of(20))));
        assertEquals(8, sum.calls());
        assertEquals(4, sum.failed());
        assertEquals(Map.of(Failure.Kind.STATUS, 2, Failure.Kind.TIME_OUT, 2), sum.failures());
        assertEquals(8, sum.times().count());
        assertEquals(SOME, SOME.plus(SeatTally.NONE));
    }

    @Test
    void each_seat_of_a_match_has_its_own_calls_and_a_house_bot_none() {
        Match<?, ?> match = played(Games.byId("ice-and-fire").orElseThrow());
        PlayerRecord called = PlayerRecord.url("Ada", "https://bot.example/");
        SeatTally first = new SeatTally(2, Map.of(), AnswerTimes.of(List.of(10, 10)));
        SeatTally second = new SeatTally(2, Map.of(Failure.Kind.TIME_OUT, 1), AnswerTimes.of(List.of(20, 30)));
        assertEquals(List.of(first, second), SeatTally.of(match, List.of(called, called)));
        assertEquals(
                List.of(first, SeatTally.NONE), SeatTally.of(match, List.of(called, PlayerRecord.house("h", "wait"))));
    }

    /** Both wait a turn, then the second bot does not answer. */
    private static <S, M> Match<S, M> played(Game<S, M> game) {
        Options options = ((Options.Valid) Options.read(game.card().options(), Map.of())).options();
        Match<S, M> match = Match.draw(game, "7", options);
        match.play(Turn.of(Seat.FIRST, match.read(Seat.FIRST, WAIT)), 10, 0);
        match.play(Turn.of(Seat.SECOND, match.read(Seat.SECOND, WAIT)), 0, 20);
        match.play(Turn.of(Seat.FIRST, match.read(Seat.FIRST, WAIT)), 10, 0);
        match.play(Turn.of(Seat.SECOND, Action.failed(new Failure(Failure.Kind.TIME_OUT, "No answer."))), 0, 30);
        return match;
    }
}
