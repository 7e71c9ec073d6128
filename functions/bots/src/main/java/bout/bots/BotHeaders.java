package bout.bots;

import bout.engine.Plain;
import bout.engine.Seat;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.util.List;
import java.util.Map;

/**
 * What the headers of a request for a move say. All of them may be missing, so that a bot can be tried by hand.
 *
 * @param match {@code null} where it is not said
 * @param seat seat 1 where it is not said
 * @param turn from 0, or {@code null} where it is not said
 */
record BotHeaders(String match, Seat seat, Integer turn) {

    private static final int MAX_MATCH = 200;
    private static final int MAX_TURN_DIGITS = 9;

    /**
     * @param game the id of the game whose bot is asked
     * @param headers by name, in whatever case
     * @param violations gets what is wrong
     */
    static BotHeaders read(String game, Map<String, String> headers, List<Violation> violations) {
        String said = headers.get("Bout-Game");
        if (said != null && !said.equals(game)) {
            wrong(violations, "Bout-Game", "expected " + game + ", whose bot is asked, got " + Plain.describe(said));
        }
        String match = headers.get("Bout-Match");
        if (match != null && (match.isEmpty() || match.length() > MAX_MATCH)) {
            wrong(violations, "Bout-Match", "expected 1 to " + MAX_MATCH + " characters, got " + match.length());
        }
        String seat = headers.getOrDefault("Bout-Seat", "1");
        boolean isSeat = seat.equals("1") || seat.equals("2");
        if (!isSeat) {
            wrong(violations, "Bout-Seat", "expected 1 or 2, got " + Plain.describe(seat));
        }
        String turn = headers.get("Bout-Turn");
        boolean isTurn = turn != null && turn.matches("[0-9]{1," + MAX_TURN_DIGITS + "}");
        if (turn != null && !isTurn) {
            wrong(
                    violations,
                    "Bout-Turn",
                    "expected a whole number from 0 with at most " + MAX_TURN_DIGITS + " digits, got "
                            + Plain.describe(turn));
        }
        return new BotHeaders(
                match, isSeat ? Seat.of(Integer.parseInt(seat)) : Seat.FIRST, isTurn ? Integer.valueOf(turn) : null);
    }

    private static void wrong(List<Violation> violations, String header, String detail) {
        violations.add(Violation.inHeaders(ProblemType.BAD_HEADER, header, detail));
    }
}
