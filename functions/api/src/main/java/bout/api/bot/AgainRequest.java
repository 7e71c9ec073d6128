package bout.api.bot;

import bout.api.http.FieldReader;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.util.List;
import java.util.Map;

/**
 * A validated request to send a bot one request of a match again.
 *
 * @param match the match's id
 * @param turn from 0
 * @param seat 1 or 2, or {@code null} for whichever the bot had
 */
record AgainRequest(String match, int turn, Integer seat) {

    private static final List<String> FIELDS = List.of("match", "turn", "seat");

    /** The result of reading a body. */
    sealed interface Reading {}

    record Accepted(AgainRequest request) implements Reading {}

    /** @param violations everything that is wrong, in field order */
    record Refused(List<Violation> violations) implements Reading {}

    /** @param body any plain value */
    static Reading read(Object body) {
        return new Reader().read(body);
    }

    private static final class Reader extends FieldReader {

        private Reading read(Object body) {
            if (!(body instanceof Map<?, ?> fields)) {
                wrongType("", "an object with the fields match and turn", body);
                return new Refused(violations());
            }
            unknownFields("", fields, FIELDS);
            String match = null;
            if (fields.containsKey("match")) {
                match = text("/match", fields.get("match"));
            } else {
                wrong(ProblemType.MISSING_FIELD, "/match", "missing; expected the id of a match");
            }
            Integer turn = null;
            if (fields.containsKey("turn")) {
                turn = whole("/turn", fields.get("turn"), 0, Integer.MAX_VALUE);
            } else {
                wrong(ProblemType.MISSING_FIELD, "/turn", "missing; expected the turn, from 0");
            }
            Integer seat = fields.get("seat") == null ? null : whole("/seat", fields.get("seat"), 1, 2);
            return violations().isEmpty()
                    ? new Accepted(new AgainRequest(match, turn, seat))
                    : new Refused(violations());
        }

        private Integer whole(String pointer, Object value, int least, int most) {
            String expected = "a whole number from " + least + " to " + most;
            if (!(value instanceof Number number) || number.doubleValue() != Math.rint(number.doubleValue())) {
                wrongType(pointer, expected, value);
                return null;
            }
            if (number.doubleValue() < least || number.doubleValue() > most) {
                wrong(ProblemType.OUT_OF_RANGE, pointer, expected(expected, value));
                return null;
            }
            return number.intValue();
        }
    }
}
