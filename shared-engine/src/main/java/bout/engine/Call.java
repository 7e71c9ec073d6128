package bout.engine;

/**
 * One time that a seat was asked, as the replay keeps it.
 *
 * @param turn from 0
 * @param move the stored move ({@link Game#store}), or {@code null} for a failure
 * @param failure why there is no move, or {@code null}
 * @param milliseconds how long the answer took, rounded up; 0 for a bot that was not called over a network
 */
public record Call(int turn, Seat seat, Object move, Failure failure, int milliseconds) {}
