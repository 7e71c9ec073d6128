package bout.standings.tournament;

import bout.engine.Result;
import bout.engine.Seat;

/**
 * What came of a match.
 *
 * @param firstCalls how often the player in seat 1 was asked for a move
 * @param firstFailures how often it gave none
 */
public record PlayedMatch(Result result, int firstCalls, int firstFailures, int secondCalls, int secondFailures) {

    int calls(Seat seat) {
        return seat == Seat.FIRST ? firstCalls : secondCalls;
    }

    int failures(Seat seat) {
        return seat == Seat.FIRST ? firstFailures : secondFailures;
    }
}
