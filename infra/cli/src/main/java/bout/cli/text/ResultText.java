package bout.cli.text;

import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;

/** A result in words. */
public final class ResultText {

    private ResultText() {}

    /** Such as {@code contain beats expand, 93 to 20 tiles}: one name may be both players'. */
    public static String against(Result result, String firstName, String secondName, String scoreUnit) {
        boolean secondWins = result.winner() == Seat.SECOND;
        String first = secondWins ? secondName : firstName;
        String second = secondWins ? firstName : secondName;
        double firstScore = secondWins ? result.secondScore() : result.firstScore();
        double secondScore = secondWins ? result.firstScore() : result.secondScore();
        return first + (result.winner() == null ? " draws with " : " beats ") + second + ", " + score(firstScore)
                + " to " + score(secondScore) + " " + scoreUnit;
    }

    /** With at most one decimal. */
    private static String score(double score) {
        return Plain.number(Math.round(score * 10) / 10.0).toString();
    }

    /** Such as {@code contain (seat 1) wins, 93 to 20 tiles (turns)}. */
    public static String of(Result result, String firstName, String secondName, String scoreUnit) {
        String winner = result.winner() == null
                ? "a draw"
                : switch (result.winner()) {
                    case FIRST -> firstName + " (seat 1) wins";
                    case SECOND -> secondName + " (seat 2) wins";
                };
        return winner + ", " + score(result.firstScore()) + " to " + score(result.secondScore()) + " " + scoreUnit
                + " (" + result.reason() + ")";
    }
}
