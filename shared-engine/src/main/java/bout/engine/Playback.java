package bout.engine;

import java.util.LinkedHashMap;
import java.util.Map;

/** Plays the stored calls of a replay again, turn by turn. Not thread-safe. */
public final class Playback<M> {

    private final Replay.Calls calls;
    private final Map<Integer, Replay.FailedCall> failures = new LinkedHashMap<>();
    private final Map<Integer, String> notes = new LinkedHashMap<>();
    private final Match<M> match;
    private int nextCall;

    Playback(Replay.Calls calls, Match<M> match) {
        this.calls = calls;
        this.match = match;
        calls.failures().forEach(failed -> failures.put(failed.call(), failed));
        calls.notes().forEach(note -> notes.put(note.call(), note.text()));
    }

    public Match<M> match() {
        return match;
    }

    /**
     * Plays the next turn. If a stored move is not valid for the game, the match stays as it was before the turn.
     *
     * @return {@code false} if no stored calls are left or the match is over
     */
    public boolean next() {
        if (match.over() || nextCall == calls.moves().size()) {
            return false;
        }
        int first = nextCall;
        int second = first + (match.isToMove(Seat.FIRST) ? 1 : 0);
        int after = second + (match.isToMove(Seat.SECOND) ? 1 : 0);
        Turn<M> turn = Turn.of(match, seat -> action(seat, seat == Seat.FIRST ? first : second));
        match.play(turn, aside(first), aside(second));
        nextCall = after;
        return true;
    }

    /** {@code null} behind the last call, where nobody asks for it. */
    private Aside aside(int call) {
        return call < calls.times().size() ? new Aside(calls.times().get(call), notes.get(call)) : null;
    }

    private Action<M> action(Seat seat, int call) {
        if (call >= calls.moves().size()) {
            throw new UnexpectedValue("/moves", "a move from each seat for turn " + match.turn(), calls.moves());
        }
        Object move = calls.moves().get(call);
        if (move != null) {
            return Action.moved(match.game().restore(new Plain(move, "/moves/" + call)));
        }
        Replay.FailedCall failed = failures.get(call);
        if (failed == null || failed.turn() != match.turn() || failed.seat() != seat) {
            throw new UnexpectedValue(
                    "/moves/" + call,
                    "a move, or a failure of seat " + seat.number() + " in turn " + match.turn(),
                    null);
        }
        return Action.failed(failed.failure());
    }
}
