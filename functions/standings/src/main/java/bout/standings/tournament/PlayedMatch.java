package bout.standings.tournament;

import bout.engine.Result;
import bout.engine.Seat;

/**
 * The result of a match, with the calls of both players.
 *
 * @param firstCalls how many moves the player in seat 1 was asked for
 * @param firstFailures how many of these calls failed
 */
public record PlayedMatch(Result result, int firstCalls, int firstFailures, int secondCalls, int secondFailures) {

    int calls(Seat seat) {
        return seat == Seat.FIRST ? firstCalls : secondCalls;
    }

    int failures(Seat seat) {
        return seat == Seat.FIRST ? firstFailures : secondFailures;
    }
}
