package bout.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What happened in a match so far, by which a match that was interrupted is played up to the same point and then on. What
 * the match started from (game, seed, options) is kept elsewhere.
 *
 * @param engine the version of the engine that played it. Another version may make something else of the same moves
 * @param moves the stored move of every call, as in {@link Replay#moves}
 * @param times for every call the milliseconds that the answer took, as in {@link Replay#times}
 * @param failures the calls that gave no move, in order
 * @param hash {@link Match#hash} at this point
 */
public record Checkpoint(
        int engine, List<Object> moves, List<Integer> times, List<Replay.FailedCall> failures, String hash) {

    /** The version of the document's form. */
    public static final int FORMAT = 1;

    /** The match up to now; turns that are played later do not change it. */
    public static Checkpoint of(Match<?, ?> match) {
        return of(match.calls(), match.hash());
    }

    static Checkpoint of(List<Call> calls, String hash) {
        List<Object> moves = new ArrayList<>();
        List<Integer> times = new ArrayList<>();
        List<Replay.FailedCall> failures = new ArrayList<>();
        for (Call call : calls) {
            if (call.failure() != null) {
                failures.add(new Replay.FailedCall(moves.size(), call.turn(), call.seat(), call.failure()));
            }
            moves.add(call.move());
            times.add(call.milliseconds());
        }
        return new Checkpoint(
                Engine.VERSION,
                Collections.unmodifiableList(moves),
                Collections.unmodifiableList(times),
                Collections.unmodifiableList(failures),
                hash);
    }

    /** The document that {@link #read} reads. */
    public Map<String, Object> toPlain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("format", FORMAT);
        plain.put("engine", engine);
        plain.put("moves", moves);
        plain.put("times", times);
        plain.put("failures", Replay.plain(failures));
        plain.put("hash", hash);
        return plain;
    }

    /** @throws UnexpectedValue when the document is not of the form that {@link #toPlain} writes */
    public static Checkpoint read(Plain plain) {
        plain.onlyFields("format", "engine", "moves", "times", "failures", "hash");
        plain.get("format").integer(FORMAT, FORMAT);
        List<Object> moves = Replay.readMoves(plain.get("moves"));
        return new Checkpoint(
                plain.get("engine").integer(1, Integer.MAX_VALUE),
                moves,
                Replay.readTimes(plain.get("times"), moves.size()),
                Replay.readFailures(plain.get("failures"), moves),
                plain.get("hash").text());
    }

    /**
     * Plays the moves again, turn by turn.
     *
     * @param match before its first turn, from the same game, seed and options
     */
    public <S, M> Playback<S, M> playback(Match<S, M> match) {
        return new Playback<>(moves, times, failures, match);
    }
}
