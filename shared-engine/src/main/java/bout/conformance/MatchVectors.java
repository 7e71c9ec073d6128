package bout.conformance;

import bout.conformance.VectorKind.Outcome;
import bout.engine.Action;
import bout.engine.Game;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.StateHash;
import bout.engine.Turn;
import bout.engine.UnexpectedValue;
import java.util.List;

/**
 * Checks the vector files of games without recorded matches of an original. Each file is one match.
 *
 * <p>The fields of a file:
 *
 * <ul>
 *   <li>{@code game}: the game's id
 *   <li>{@code name}, {@code options}, {@code setUp}
 *   <li>{@code answers}: the answers of the bots by turn; seat 1 comes first if both seats move
 *   <li>{@code failure}: the kind of failure of the last answer, or {@code null}
 *   <li>{@code picture}: some or all fields of the picture at the end
 *   <li>{@code result}: {@code null} if the match is not over
 * </ul>
 */
final class MatchVectors {

    private MatchVectors() {}

    static VectorKind kindOf(Game<?> game) {
        return new VectorKind(
                game.card().id(), file -> List.of(new Outcome(file.get("name").text(), firstDifference(game, file))));
    }

    private static <M> String firstDifference(Game<M> game, Plain file) {
        Options options = Options.read(game.card().options(), file.get("options"));
        Match<M> match = Match.of(game, "", options, file.get("setUp"));
        List<Plain> answers = file.get("answers").entries();
        Action<M> last = null;
        for (int next = 0; next < answers.size(); ) {
            if (match.over()) {
                return "the match is over after " + next + " answers ("
                        + match.result().reason() + "), but " + answers.size() + " are recorded";
            }
            Action<M> first = match.toMove().includes(Seat.FIRST) ? read(match, Seat.FIRST, answers, next++) : null;
            Action<M> second = match.toMove().includes(Seat.SECOND) ? read(match, Seat.SECOND, answers, next++) : null;
            last = second != null ? second : first;
            match.play(new Turn<>(first, second));
            if (next < answers.size() && (failed(first) || failed(second))) {
                return "answer " + (next - 1) + " failed: "
                        + (failed(second) ? second : first).failure().text();
            }
        }
        String kind = last == null || last.failure() == null
                ? null
                : last.failure().kind().code();
        if (!same(kind, file.get("failure").value())) {
            return "failure of the last answer: " + kind + ", recorded: "
                    + file.get("failure").value();
        }
        return endDifference(match, file);
    }

    private static <M> Action<M> read(Match<M> match, Seat seat, List<Plain> answers, int index) {
        if (index == answers.size()) {
            throw new UnexpectedValue("/answers", "an answer from each seat for the last turn", null);
        }
        return match.read(seat, answers.get(index).value());
    }

    private static boolean failed(Action<?> action) {
        return action != null && action.failure() != null;
    }

    private static String endDifference(Match<?> match, Plain file) {
        Plain picture = Plain.of(match.picture());
        for (Object field : file.get("picture").fields().keySet()) {
            Object now = picture.get((String) field).value();
            Object recorded = file.get("picture").get((String) field).value();
            if (!same(now, recorded)) {
                return field + ": " + now + ", recorded: " + recorded;
            }
        }
        Object result = match.over() ? match.result().toPlain() : null;
        Plain recorded = file.get("result");
        Object expected = recorded.isNull() ? null : Result.read(recorded).toPlain();
        return same(result, expected) ? null : "result: " + result + ", recorded: " + expected;
    }

    /** Whether both are the same plain value; {@code 3} and {@code 3.0} are equal. */
    private static boolean same(Object one, Object other) {
        return new StateHash()
                .addPlain(one)
                .hex()
                .equals(new StateHash().addPlain(other).hex());
    }
}
