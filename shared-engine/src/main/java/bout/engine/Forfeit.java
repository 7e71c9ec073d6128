package bout.engine;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a match was lost by failing.
 *
 * <p>In some games a failed call ends the match without a winner. If that counted as a draw, a bot that is about to
 * lose could give a wrong answer instead. So the seat that failed loses wherever results count. In others a failed call
 * is a pass, and a seat that has used up its time for the match would pass to the end: it loses, too. The game's own
 * result stays as it is.
 */
public record Forfeit(Seat seat, Failure.Kind kind) {

    /**
     * The seat that ended the match by failing, or that was the first to use up its time although the match went on.
     *
     * @param failures the failed calls in order, at least those of the last turn and the first for want of time
     * @return empty if the match was not lost so, or if the rules put no seat last and several failed in the same turn,
     *     which is a draw of two
     */
    public static Optional<Forfeit> of(Game<?> game, Result result, List<Replay.FailedCall> failures) {
        boolean ended = game.endedByFailure(result);
        int turn = -1;
        for (Replay.FailedCall call : failures) {
            boolean outOfTime = call.failure().kind() == Failure.Kind.OUT_OF_TIME;
            turn = ended ? Math.max(turn, call.turn()) : turn < 0 && outOfTime ? call.turn() : turn;
        }
        Map<Seat, Failure.Kind> failed = new EnumMap<>(Seat.class);
        for (Replay.FailedCall call : failures) {
            if (call.turn() == turn) {
                failed.putIfAbsent(call.seat(), call.failure().kind());
            }
        }
        Seat loser = ended ? result.loser() : null;
        if (loser == null && failed.size() == 1) {
            loser = failed.keySet().iterator().next();
        }
        // An answer that the game could read, such as an unknown command, may end a match without a failed call.
        return loser == null
                ? Optional.empty()
                : Optional.of(new Forfeit(loser, failed.getOrDefault(loser, Failure.Kind.NOT_EXPECTED)));
    }

    /** The same of a match that has ended; the numbers of the calls do not matter. */
    public static Optional<Forfeit> of(Match<?> match) {
        return of(
                match.game(),
                match.result(),
                match.calls().stream()
                        .filter(call -> call.failure() != null)
                        .map(call -> new Replay.FailedCall(0, call.turn(), call.seat(), call.failure()))
                        .toList());
    }
}
