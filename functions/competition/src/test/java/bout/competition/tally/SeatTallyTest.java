package bout.competition.tally;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Action;
import bout.engine.Aside;
import bout.engine.Failure;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.engine.Turn;
import bout.games.Games;
import bout.wire.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeatTallyTest {

    private static final Object WAIT = Map.of("commands", "WAIT");

    private static final SeatTally SOME = new SeatTally(
            7,
            Map.of(Failure.Kind.STATUS, 1, Failure.Kind.TIME_OUT, 2),
            AnswerTimes.of(List.of(1, 20, 20, 30, 400, 1000, 1000)));

    @Test
    void a_tally_comes_back_from_its_text() throws Exception {
        assertEquals(
                "{\"calls\":7,\"times\":[1,1,18,2,23,1,52,1,63,2],\"failures\":{\"time-out\":2,\"status\":1}}",
                Json.text(SOME));
        assertEquals(SOME, Json.read(Json.text(SOME), SeatTally.class));
        assertEquals("{}", Json.text(SeatTally.NONE));
        assertEquals(SeatTally.NONE, Json.read("{}", SeatTally.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"calls\":1.5}",
                "{\"calls\":\"1\"}",
                "{\"times\":[1,0]}",
                "{\"times\":[-1,1]}",
                "{\"failures\":{\"tired\":1}}",
                "{\"failed\":1}"
            })
    void a_text_that_is_no_tally_is_rejected_with_the_location(String text) {
        Json.NotJson wrong = assertThrows(Json.NotJson.class, () -> Json.read(text, SeatTally.class));
        String field = text.substring(2, text.indexOf("\":"));
        assertTrue(wrong.getMessage().startsWith("/" + field), wrong.getMessage());
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
    void each_seat_of_a_match_has_its_own_calls() {
        Match<?> match = played(Games.byId("ice-and-fire").orElseThrow());
        SeatTally first = new SeatTally(2, Map.of(), AnswerTimes.of(List.of(10, 10)));
        SeatTally second = new SeatTally(2, Map.of(Failure.Kind.TIME_OUT, 1), AnswerTimes.of(List.of(20, 30)));
        assertEquals(first, SeatTally.of(match, Seat.FIRST));
        assertEquals(second, SeatTally.of(match, Seat.SECOND));
    }

    /** Both wait a turn, then the second bot does not answer. */
    private static <M> Match<M> played(Game<M> game) {
        Options options = ((Options.Valid) Options.read(game.card().options(), Map.of())).options();
        Match<M> match = Match.draw(game, "7", options);
        match.play(Turn.of(Seat.FIRST, match.read(Seat.FIRST, WAIT)), seat -> Aside.took(seat == Seat.FIRST ? 10 : 0));
        match.play(
                Turn.of(Seat.SECOND, match.read(Seat.SECOND, WAIT)), seat -> Aside.took(seat == Seat.FIRST ? 0 : 20));
        match.play(Turn.of(Seat.FIRST, match.read(Seat.FIRST, WAIT)), seat -> Aside.took(seat == Seat.FIRST ? 10 : 0));
        match.play(
                Turn.of(Seat.SECOND, Action.failed(new Failure(Failure.Kind.TIME_OUT, "No answer."))),
                seat -> Aside.took(seat == Seat.FIRST ? 0 : 30));
        return match;
    }
}
