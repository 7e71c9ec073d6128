package bout.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Plays the stored calls of a replay again, turn by turn. Not thread-safe. */
public final class Playback<M> {

    private final Replay.Calls calls;
    private final Match<M> match;

    /** By {@link #key}. */
    private final Map<Integer, Replay.FailedCall> failures = new LinkedHashMap<>();

    private final Map<Integer, String> notes = new LinkedHashMap<>();

    /** For each seat, the index of its next call. */
    private final int[] next;

    /** @throws UnexpectedValue if the match has another number of seats */
    Playback(Replay.Calls calls, Match<M> match) {
        this.calls = calls;
        this.match = match;
        int seats = match.seats().size();
        if (calls.moves().size() != seats) {
            throw new UnexpectedValue("/moves", "the moves of " + seats + " seats", calls.moves());
        }
        next = new int[seats];
        calls.failures().forEach(failed -> failures.put(key(failed.seat(), failed.call()), failed));
        calls.notes().forEach(note -> notes.put(key(note.seat(), note.call()), note.text()));
    }

    private static int key(Seat seat, int call) {
        return call * Seat.MOST + seat.index();
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
        if (match.over() || match.calls().size() == calls.count()) {
            return false;
        }
        Turn<M> turn = Turn.of(match, this::action);
        match.play(turn, this::aside);
        for (Seat seat : match.seats()) {
            next[seat.index()] += turn.by(seat) == null ? 0 : 1;
        }
        return true;
    }

    /** Plays up to a turn, or as far as stored calls are left and the match is not over. */
    public Match<M> to(int turn) {
        while (match.turn() < turn && next()) {}
        return match;
    }

    private Aside aside(Seat seat) {
        int call = next[seat.index()];
        String note = notes.isEmpty() ? null : notes.get(key(seat, call));
        return new Aside(calls.times().get(seat.index()).get(call), note);
    }

    private Action<M> action(Seat seat) {
        int call = next[seat.index()];
        List<Object> moves = calls.moves().get(seat.index());
        if (call >= moves.size()) {
            throw new UnexpectedValue("/moves/" + seat.index(), "a move for turn " + match.turn(), moves);
        }
        Object move = moves.get(call);
        if (move != null) {
            return Action.moved(restored(move, seat, call));
        }
        Replay.FailedCall failed = failures.get(key(seat, call));
        if (failed == null || failed.turn() != match.turn()) {
            throw new UnexpectedValue(
                    pointer(seat, call),
                    "a move, or a failure of seat " + seat.number() + " in turn " + match.turn(),
                    null);
        }
        return Action.failed(failed.failure());
    }

    /** Most moves are read without their pointer: to make all of them would take longer than to play. */
    private M restored(Object move, Seat seat, int call) {
        try {
            return match.game().restore(Plain.of(move));
        } catch (UnexpectedValue notAMove) {
            return match.game().restore(new Plain(move, pointer(seat, call)));
        }
    }

    private static String pointer(Seat seat, int call) {
        return "/moves/" + seat.index() + "/" + call;
    }
}
