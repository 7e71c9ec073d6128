package bout.cli.match;

import bout.competition.Outcome;
import bout.engine.Plain;
import bout.engine.Replay.FailedCall;
import bout.engine.Result;
import bout.engine.Seat;
import java.util.List;
import java.util.Map;

/**
 * A match that was played on the command line.
 *
 * @param failed the seat that loses because it failed, or {@code null}; see {@link bout.engine.Forfeit}
 */
record PlayedGame(
        String seed,
        Result result,
        Seat failed,
        int turns,
        List<Integer> calls,
        List<FailedCall> failures,
        long milliseconds) {

    Outcome outcome() {
        return Outcome.of(result, failed);
    }

    Map<String, Object> toPlain() {
        Map<String, Object> plain = Plain.object("seed", seed);
        plain.putAll(result.toPlain());
        if (failed != null) {
            plain.put("failedSeat", failed.number());
        }
        plain.put("turns", turns);
        plain.put("calls", calls.stream().mapToInt(Integer::intValue).sum());
        List<Map<String, Object>> failuresPlain =
                failures.stream().map(FailedCall::toPlain).toList();
        failuresPlain.forEach(failure -> failure.remove("call"));
        plain.put("failures", failuresPlain);
        plain.put("ms", milliseconds);
        return plain;
    }
}
