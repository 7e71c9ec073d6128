package bout.cli.text;

import bout.competition.Outcome;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;

/** A result in words. Whoever failed has lost, also where the rules name no winner; see {@link bout.engine.Forfeit}. */
public final class ResultText {

    private ResultText() {}

    /**
     * Such as {@code contain beats expand, 93 to 20 tiles}: one name may be both players'.
     *
     * @param failed the seat that loses because it failed, or {@code null}
     */
    public static String against(Result result, Seat failed, String firstName, String secondName, String scoreUnit) {
        Outcome outcome = Outcome.of(result, failed);
        boolean secondWins = outcome == Outcome.SECOND_WINS;
        String first = secondWins ? secondName : firstName;
        String second = secondWins ? firstName : secondName;
        double firstScore = secondWins ? result.secondScore() : result.firstScore();
        double secondScore = secondWins ? result.firstScore() : result.secondScore();
        return first + (outcome == Outcome.DRAW ? " draws with " : " beats ") + second + ", " + score(firstScore)
                + " to " + score(secondScore) + " " + scoreUnit
                + (failed == null ? "" : ": " + second + " gave no valid move");
    }

    /** With at most one decimal. */
    private static String score(double score) {
        return Plain.number(Math.round(score * 10) / 10.0).toString();
    }

    /**
     * Such as {@code contain (seat 1) wins, 93 to 20 tiles (turns)}.
     *
     * @param failed the seat that loses because it failed, or {@code null}
     */
    public static String of(Result result, Seat failed, String firstName, String secondName, String scoreUnit) {
        String winner =
                switch (Outcome.of(result, failed)) {
                    case FIRST_WINS -> firstName + " (seat 1) wins";
                    case DRAW -> "a draw";
                    case SECOND_WINS -> secondName + " (seat 2) wins";
                };
        return winner + ", " + score(result.firstScore()) + " to " + score(result.secondScore()) + " "
                + scoreUnit + " (" + result.reason() + ")"
                + (failed == null ? "" : ": seat " + failed.number() + " gave no valid move");
    }
}
