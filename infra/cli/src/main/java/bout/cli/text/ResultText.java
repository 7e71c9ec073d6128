package bout.cli.text;

import bout.engine.Plain;
import bout.engine.Result;

/** A result for people. */
public final class ResultText {

    private ResultText() {}

    /** Such as {@code contain (seat 1) wins, 93 to 20 tiles (turns)}. */
    public static String of(Result result, String firstName, String secondName, String scoreUnit) {
        String winner = result.winner() == null
                ? "a draw"
                : switch (result.winner()) {
                    case FIRST -> firstName + " (seat 1) wins";
                    case SECOND -> secondName + " (seat 2) wins";
                };
        return winner + ", " + Plain.number(result.firstScore()) + " to " + Plain.number(result.secondScore()) + " "
                + scoreUnit + " (" + result.reason() + ")";
    }
}
