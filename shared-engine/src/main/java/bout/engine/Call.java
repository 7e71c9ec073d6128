package bout.engine;

/**
 * One request to a seat for a move, and its outcome.
 *
 * @param turn the turn's number, from 0
 * @param move the move as {@link Game#store} returned it, or {@code null} if the call failed
 * @param failure why there is no move, or {@code null} if there is one
 */
public record Call(int turn, Seat seat, Object move, Failure failure, Aside aside) {

    public Call(int turn, Seat seat, Object move, Failure failure, int milliseconds) {
        this(turn, seat, move, failure, Aside.took(milliseconds));
    }

    /** How long the answer took, rounded up; 0 for a house bot. */
    public int milliseconds() {
        return aside.milliseconds();
    }

    public String note() {
        return aside.note();
    }
}
