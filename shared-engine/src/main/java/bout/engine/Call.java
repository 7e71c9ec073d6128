package bout.engine;

/**
 * One request to a seat for a move, and its outcome.
 *
 * @param turn the turn's number, from 0
 * @param move the move as {@link Game#store} returned it, or {@code null} if the call failed
 * @param failure why there is no move, or {@code null} if there is one
 * @param milliseconds how long the answer took, rounded up; 0 for a house bot
 * @param note what the bot wrote for people to read, or {@code null}
 */
public record Call(int turn, Seat seat, Object move, Failure failure, int milliseconds, String note) {}
