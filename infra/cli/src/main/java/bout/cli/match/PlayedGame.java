package bout.cli.match;

import bout.competition.Outcome;
import bout.engine.Replay;
import bout.engine.Result;
import bout.engine.Seat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A match that was played on the command line.
 *
 * @param failed the seat that loses because it failed, or {@code null}; see {@link bout.engine.Forfeit}
 * @param firstCalls how many calls the player in seat 1 got
 * @param secondCalls how many calls the player in seat 2 got
 * @param failures the failed calls
 * @param milliseconds how long it took
 * @param replay its replay, or {@code null} once that is no longer needed
 */
public record PlayedGame(
        String seed,
        Result result,
        Seat failed,
        int turns,
        int firstCalls,
        int secondCalls,
        List<Replay.FailedCall> failures,
        long milliseconds,
        Replay replay) {

    /** The same without its replay: there may be many thousands of matches. */
    public PlayedGame withoutReplay() {
        return new PlayedGame(seed, result, failed, turns, firstCalls, secondCalls, failures, milliseconds, null);
    }

    /** The outcome that counts. */
    public Outcome outcome() {
        return Outcome.of(result, failed);
    }

    /** The line of {@code --json}. */
    public Map<String, Object> toPlain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("seed", seed);
        plain.putAll(result.toPlain());
        if (failed != null) {
            plain.put("failedSeat", failed.number());
        }
        plain.put("turns", turns);
        plain.put("calls", firstCalls + secondCalls);
        List<Object> failuresPlain = new ArrayList<>();
        for (Replay.FailedCall failed : failures) {
            Map<String, Object> entry = failed.toPlain();
            entry.remove("call");
            failuresPlain.add(entry);
        }
        plain.put("failures", failuresPlain);
        plain.put("ms", milliseconds);
        return plain;
    }
}
