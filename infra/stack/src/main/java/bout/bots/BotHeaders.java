package bout.bots;

import bout.engine.Plain;
import bout.engine.Seat;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.util.List;
import java.util.Map;

/**
 * The headers of a request for a move. All are optional, so that a bot can be tried by hand.
 *
 * @param match {@code null} if missing
 * @param seat seat 1 if missing
 * @param turn from 0, or {@code null} if missing
 */
record BotHeaders(String match, Seat seat, Integer turn) {

    private static final int MAX_MATCH = 200;
    private static final int MAX_TURN_DIGITS = 9;

    /**
     * @param game the id of the bot's game
     * @param headers by name, case-insensitive
     * @param violations collects the errors
     */
    static BotHeaders read(String game, Map<String, String> headers, List<Violation> violations) {
        String value = headers.get("Bout-Game");
        if (value != null && !value.equals(game)) {
            wrong(violations, "Bout-Game", "expected " + game + ", the game of this bot; got " + Plain.describe(value));
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
                    "expected a whole number from 0 of at most " + MAX_TURN_DIGITS + " digits, got "
                            + Plain.describe(turn));
        }
        return new BotHeaders(
                match, isSeat ? Seat.of(Integer.parseInt(seat)) : Seat.FIRST, isTurn ? Integer.valueOf(turn) : null);
    }

    private static void wrong(List<Violation> violations, String header, String detail) {
        violations.add(Violation.inHeaders(ProblemType.BAD_HEADER, header, detail));
    }
}
