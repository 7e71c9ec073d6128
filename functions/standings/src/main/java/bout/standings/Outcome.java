package bout.standings;

import bout.engine.Result;
import bout.engine.Seat;

/** Who won a match, or that nobody did. */
public enum Outcome {
    FIRST_WINS,
    DRAW,
    SECOND_WINS;

    public static Outcome of(Result result) {
        if (result.winner() == null) {
            return DRAW;
        }
        return switch (result.winner()) {
            case FIRST -> FIRST_WINS;
            case SECOND -> SECOND_WINS;
        };
    }

    /** The same with the seats swapped. */
    public Outcome reversed() {
        return switch (this) {
            case FIRST_WINS -> SECOND_WINS;
            case DRAW -> DRAW;
            case SECOND_WINS -> FIRST_WINS;
        };
    }

    /** What the match is worth to a seat: 2 for a win, 1 for a draw, 0. Whole numbers, so that sums are exact. */
    public int halfPoints(Seat seat) {
        return switch (this) {
            case FIRST_WINS -> seat == Seat.FIRST ? 2 : 0;
            case DRAW -> 1;
            case SECOND_WINS -> seat == Seat.SECOND ? 2 : 0;
        };
    }
}
