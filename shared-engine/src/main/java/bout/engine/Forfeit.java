package bout.engine;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Who loses a match of a ladder or a tournament because it failed.
 *
 * <p>In some games a failed call ends the match without a winner. If ladders and tournaments counted that as a draw, a
 * bot that is about to lose could give a wrong answer instead. So the seat that failed loses there. In others a failed
 * call is a pass, and a seat that has used up its time for the match would pass to the end: it loses, too. The game's
 * own result stays as it is.
 */
public final class Forfeit {

    private Forfeit() {}

    /**
     * The seat that ended the match by failing if the rules name no winner for that, or that was the first to use up
     * its time although the match went on.
     *
     * @param failures the failed calls in order, at least those of the last turn and the first for want of time
     * @return empty if the result counts as it is, or if both failed in the same turn, which is a draw
     */
    public static Optional<Seat> of(Game<?, ?> game, Result result, List<Replay.FailedCall> failures) {
        OptionalInt turn;
        if (game.endedByFailure(result)) {
            turn = failures.stream().mapToInt(Replay.FailedCall::turn).max();
        } else {
            turn = failures.stream()
                    .filter(call -> call.failure().kind() == Failure.Kind.OUT_OF_TIME)
                    .mapToInt(Replay.FailedCall::turn)
                    .findFirst();
        }
        boolean first = turn.isPresent() && failedIn(turn.getAsInt(), Seat.FIRST, failures);
        boolean second = turn.isPresent() && failedIn(turn.getAsInt(), Seat.SECOND, failures);
        Seat failed = first ? Seat.FIRST : Seat.SECOND;
        return first == second || result.winner() == failed.other() ? Optional.empty() : Optional.of(failed);
    }

    private static boolean failedIn(int turn, Seat seat, List<Replay.FailedCall> failures) {
        return failures.stream().anyMatch(call -> call.turn() == turn && call.seat() == seat);
    }
}
