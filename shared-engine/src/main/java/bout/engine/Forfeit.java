package bout.engine;

import java.util.List;
import java.util.Optional;

/**
 * Who loses a match of a ladder or a tournament because it failed.
 *
 * <p>In some games a failed call ends the match without a winner. If ladders and tournaments counted that as a draw, a
 * bot that is about to lose could give a wrong answer instead. So the seat that failed loses there; the game's own
 * result stays as it is.
 */
public final class Forfeit {

    private Forfeit() {}

    /**
     * The seat that ended the match by failing, if the rules name no winner for that.
     *
     * @param failures the failed calls, at least those of the last turn
     * @return empty if the result counts as it is, or if both failed in the same turn, which is a draw
     */
    public static Optional<Seat> of(Game<?, ?> game, Result result, List<Replay.FailedCall> failures) {
        if (result.winner() != null || !game.endedByFailure(result)) {
            return Optional.empty();
        }
        int last = failures.stream().mapToInt(Replay.FailedCall::turn).max().orElse(-1);
        boolean first = failedIn(last, Seat.FIRST, failures);
        boolean second = failedIn(last, Seat.SECOND, failures);
        return first == second ? Optional.empty() : Optional.of(first ? Seat.FIRST : Seat.SECOND);
    }

    private static boolean failedIn(int turn, Seat seat, List<Replay.FailedCall> failures) {
        return failures.stream().anyMatch(call -> call.turn() == turn && call.seat() == seat);
    }
}
