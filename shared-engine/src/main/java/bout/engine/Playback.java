package bout.engine;

/** Plays the stored calls of a replay again, turn by turn. Not thread-safe. */
public final class Playback<M> {

    private final Replay.Calls calls;
    private final Match<M> match;
    private int nextCall;
    private int nextFailure;
    private int nextNote;

    Playback(Replay.Calls calls, Match<M> match) {
        this.calls = calls;
        this.match = match;
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
        int callBefore = nextCall;
        int failureBefore = nextFailure;
        int noteBefore = nextNote;
        try {
            Action<M> first = action(Seat.FIRST);
            Aside firstAside = first == null ? null : aside(nextCall - 1);
            Action<M> second = action(Seat.SECOND);
            Aside secondAside = second == null ? null : aside(nextCall - 1);
            match.play(new Turn<>(first, second), firstAside, secondAside);
            return true;
        } catch (UnexpectedValue unexpected) {
            nextCall = callBefore;
            nextFailure = failureBefore;
            nextNote = noteBefore;
            throw unexpected;
        }
    }

    private Aside aside(int call) {
        boolean noted =
                nextNote < calls.notes().size() && calls.notes().get(nextNote).call() == call;
        return new Aside(
                calls.times().get(call), noted ? calls.notes().get(nextNote++).text() : null);
    }

    /** The seat's stored action for the current turn, or {@code null} if the seat does not move in it. */
    private Action<M> action(Seat seat) {
        if (!match.isToMove(seat)) {
            return null;
        }
        if (nextCall == calls.moves().size()) {
            throw new UnexpectedValue("/moves", "a move from each seat for turn " + match.turn(), calls.moves());
        }
        int call = nextCall++;
        Object move = calls.moves().get(call);
        if (move != null) {
            return Action.moved(match.game().restore(new Plain(move, "/moves/" + call)));
        }
        Replay.FailedCall failed =
                nextFailure < calls.failures().size() ? calls.failures().get(nextFailure++) : null;
        if (failed == null || failed.call() != call || failed.turn() != match.turn() || failed.seat() != seat) {
            throw new UnexpectedValue(
                    "/moves/" + call,
                    "a move, or a failure of seat " + seat.number() + " in turn " + match.turn(),
                    null);
        }
        return Action.failed(failed.failure());
    }
}
