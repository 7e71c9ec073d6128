package bout.competition;

import bout.engine.Result;
import bout.engine.Seat;

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

    /** @param failed the seat that loses because it failed, or {@code null}; see {@link bout.engine.Forfeit} */
    public static Outcome of(Result result, Seat failed) {
        return failed == null ? of(result) : failed == Seat.FIRST ? SECOND_WINS : FIRST_WINS;
    }

    /** The number of the winner's seat, 1 or 2, or {@code null} for a draw. */
    public Integer winner() {
        return switch (this) {
            case FIRST_WINS -> 1;
            case DRAW -> null;
            case SECOND_WINS -> 2;
        };
    }

    public Outcome reversed() {
        return switch (this) {
            case FIRST_WINS -> SECOND_WINS;
            case DRAW -> DRAW;
            case SECOND_WINS -> FIRST_WINS;
        };
    }

    /** The points of a seat, doubled: 2 for a win, 1 for a draw, 0 for a loss. Whole numbers keep sums exact. */
    public int halfPoints(Seat seat) {
        return switch (this) {
            case FIRST_WINS -> seat == Seat.FIRST ? 2 : 0;
            case DRAW -> 1;
            case SECOND_WINS -> seat == Seat.SECOND ? 2 : 0;
        };
    }
}
