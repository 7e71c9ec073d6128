package bout.engine;

import java.util.List;
import java.util.Map;

/**
 * How a match ended.
 *
 * @param winner the seat that won, or {@code null} for a draw
 * @param reason a word that says why it ended, such as {@code full} or {@code forfeit}; each game defines its own
 */
public record Result(Seat winner, double firstScore, double secondScore, String reason) {

    public Result {
        // Turns -0.0 into 0.0, because JSON.stringify drops the sign of zero.
        firstScore += 0.0;
        secondScore += 0.0;
    }

    public static Result byScore(double firstScore, double secondScore, String reason) {
        Seat winner = firstScore > secondScore ? Seat.FIRST : secondScore > firstScore ? Seat.SECOND : null;
        return new Result(winner, firstScore, secondScore, reason);
    }

    public double score(Seat seat) {
        return seat == Seat.FIRST ? firstScore : secondScore;
    }

    /** Returns {@code {winner: 1|2|null, scores: [first, second], reason}}. Whole scores become integers. */
    public Map<String, Object> toPlain() {
        return Plain.object(
                "winner",
                winner == null ? null : winner.number(),
                "scores",
                List.of(Plain.number(firstScore), Plain.number(secondScore)),
                "reason",
                reason);
    }

    public static Result read(Plain plain) {
        plain.onlyFields("winner", "scores", "reason");
        Plain winner = plain.get("winner");
        Plain scores = plain.get("scores").size(2);
        return new Result(
                winner.isNull() ? null : Seat.of(winner.integer(1, 2)),
                scores.at(0).number(),
                scores.at(1).number(),
                plain.get("reason").text(Replay.MAX_TEXT));
    }
}
