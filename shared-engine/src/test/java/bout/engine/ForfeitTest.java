package bout.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.games.tokens.Tokens;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** In this game a failed call is a pass, so a match goes on without the bot. */
class ForfeitTest {

    private static final Tokens GAME = new Tokens();

    private static Replay.FailedCall failed(int turn, Failure.Kind kind) {
        return new Replay.FailedCall(turn, turn, turn % 2 == 0 ? Seat.FIRST : Seat.SECOND, new Failure(kind, "why"));
    }

    private static Optional<Seat> loser(Seat winner, Replay.FailedCall... failures) {
        return Forfeit.of(GAME, new Result(winner, 5, 3, "tokens"), List.of(failures))
                .map(Forfeit::seat);
    }

    @Test
    void a_seat_that_is_out_of_time_loses_although_the_match_goes_on() {
        assertEquals(Optional.of(Seat.FIRST), loser(Seat.FIRST, failed(8, Failure.Kind.OUT_OF_TIME)));
        assertEquals(Optional.of(Seat.SECOND), loser(null, failed(9, Failure.Kind.OUT_OF_TIME)));
    }

    @Test
    void if_the_game_lets_the_other_seat_win_it_is_said_all_the_same_how_it_lost() {
        assertEquals(Optional.of(Seat.FIRST), loser(Seat.SECOND, failed(8, Failure.Kind.OUT_OF_TIME)));
    }

    @Test
    void of_two_seats_that_are_out_of_time_the_earlier_loses() {
        assertEquals(
                Optional.of(Seat.FIRST),
                loser(
                        Seat.FIRST,
                        failed(8, Failure.Kind.OUT_OF_TIME),
                        failed(10, Failure.Kind.OUT_OF_TIME),
                        failed(11, Failure.Kind.OUT_OF_TIME)));
    }

    @Test
    void other_failures_are_passes() {
        assertEquals(Optional.empty(), loser(Seat.FIRST, failed(8, Failure.Kind.TIME_OUT)));
    }
}
