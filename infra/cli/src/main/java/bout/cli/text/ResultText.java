package bout.cli.text;

import bout.competition.Outcome;
import bout.engine.Forfeit;
import bout.engine.Game;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.engine.Result;
import bout.engine.Seat;
import java.util.List;

/** A result in words. Whoever failed has lost, also where the rules name no winner; see {@link Forfeit}. */
public final class ResultText {

    private ResultText() {}

    /** Such as {@code contain beats expand, 93 to 20 tiles}: one name may be both players'. */
    public static String against(Result result, Seat failed, String firstName, String secondName, String scoreUnit) {
        Outcome outcome = Outcome.of(result, failed);
        boolean secondWins = outcome.equals(Outcome.SECOND_WINS);
        String loser = secondWins ? firstName : secondName;
        Seat best = secondWins ? Seat.SECOND : Seat.FIRST;
        return (secondWins ? secondName : firstName) + (outcome.equals(Outcome.DRAW) ? " draws with " : " beats ")
                + loser
                + ", " + scores(result, best) + " " + scoreUnit
                + (failed == null ? "" : ": " + loser + " gave no valid move");
    }

    /** Such as {@code contain (seat 1) wins, 93 to 20 tiles (turns)}. */
    public static String of(Result result, Seat failed, String firstName, String secondName, String scoreUnit) {
        Integer winner = Outcome.of(result, failed).winner();
        String name = winner == null ? "" : winner == 1 ? firstName : secondName;
        return (winner == null ? "a draw" : name + " (seat " + winner + ") wins") + ", " + scores(result, Seat.FIRST)
                + " " + scoreUnit + " (" + result.reason() + ")"
                + (failed == null ? "" : ": seat " + failed.number() + " gave no valid move");
    }

    public static String of(Game<?> game, Replay replay, Replay.Confirmed confirmed) {
        Result result = confirmed.result();
        Seat failed = Forfeit.of(game, result, replay.calls().failures())
                .map(Forfeit::seat)
                .orElse(null);
        List<Replay.Player> players = replay.start().players();
        return of(
                result,
                failed,
                players.getFirst().name(),
                players.getLast().name(),
                game.card().scoreUnit());
    }

    private static String scores(Result result, Seat first) {
        return score(result.score(first)) + " to " + score(result.score(first.other()));
    }

    private static String score(double score) {
        return Plain.number(Math.round(score * 10) / 10.0).toString();
    }
}
