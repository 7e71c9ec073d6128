package bout.local;

import bout.engine.Replay;
import bout.engine.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A game that {@code bout play} played.
 *
 * @param calls how often a player was asked for a move
 * @param failures the calls that gave no move
 * @param milliseconds how long it took
 * @param replay its replay, or {@code null} once that is no longer needed
 */
record PlayedGame(
        String seed,
        Result result,
        int turns,
        int calls,
        List<Replay.FailedCall> failures,
        long milliseconds,
        Replay replay) {

    /** The same without its replay: there may be many thousand games. */
    PlayedGame withoutReplay() {
        return new PlayedGame(seed, result, turns, calls, failures, milliseconds, null);
    }

    /** The line of {@code --json}. */
    Map<String, Object> toPlain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("seed", seed);
        plain.putAll(result.toPlain());
        plain.put("turns", turns);
        plain.put("calls", calls);
        List<Object> failuresPlain = new ArrayList<>();
        for (Replay.FailedCall failed : failures) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("turn", failed.turn());
            entry.put("seat", failed.seat().number());
            entry.put("kind", failed.failure().kind().code());
            entry.put("text", failed.failure().text());
            failuresPlain.add(entry);
        }
        plain.put("failures", failuresPlain);
        plain.put("ms", milliseconds);
        return plain;
    }
}
