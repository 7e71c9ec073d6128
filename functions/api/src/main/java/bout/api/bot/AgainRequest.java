package bout.api.bot;

import bout.api.http.Field;
import bout.api.http.Refusal;
import bout.engine.Plain;
import bout.wire.ProblemType;
import java.util.List;

/**
 * A validated request to send a bot one request of a match again.
 *
 * @param match the match's id
 * @param turn from 0
 * @param seat 1 or 2, or {@code null} for whichever the bot had
 */
record AgainRequest(String match, int turn, Integer seat) {

    private static final List<String> FIELDS = List.of("match", "turn", "seat");

    /** @throws Refusal if anything is wrong */
    static AgainRequest read(Field body) {
        body.object("an object with the fields match and turn", FIELDS);
        String match = body.required("match", "the id of a match").text();
        Integer turn = whole(body.required("turn", "the turn, from 0"), 0, Integer.MAX_VALUE);
        Integer seat = body.get("seat").value() == null ? null : whole(body.get("seat"), 1, 2);
        body.check();
        return new AgainRequest(match, turn, seat);
    }

    /** A fraction is of another type here, and not a number out of range. */
    private static Integer whole(Field field, int least, int most) {
        if (field.value() instanceof Number number && !Plain.isWhole(number)) {
            field.unlike(ProblemType.WRONG_TYPE, "a whole number from " + least + " to " + most);
            return null;
        }
        return field.whole(least, most);
    }
}
