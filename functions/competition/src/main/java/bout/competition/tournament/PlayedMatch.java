package bout.competition.tournament;

import bout.competition.Outcome;
import bout.engine.Result;
import bout.engine.Seat;

/**
 * The result of a match, with the calls of both players and how many of them failed.
 *
 * @param failed the seat that loses because it failed, or {@code null}; see {@link bout.engine.Forfeit}
 */
public record PlayedMatch(
        Result result, Seat failed, int firstCalls, int firstFailures, int secondCalls, int secondFailures) {

    public PlayedMatch(Result result, int firstCalls, int firstFailures, int secondCalls, int secondFailures) {
        this(result, null, firstCalls, firstFailures, secondCalls, secondFailures);
    }

    Outcome outcome() {
        return Outcome.of(result, failed);
    }

    int calls(Seat seat) {
        return seat == Seat.FIRST ? firstCalls : secondCalls;
    }

    int failures(Seat seat) {
        return seat == Seat.FIRST ? firstFailures : secondFailures;
    }
}
