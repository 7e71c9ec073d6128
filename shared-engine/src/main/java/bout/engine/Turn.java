package bout.engine;

/**
 * The actions of one turn: one where a single seat is to move, two where both are.
 *
 * @param first the action of seat 1, or {@code null} when it was not to move
 * @param second the action of seat 2, or {@code null} when it was not to move
 */
public record Turn<M>(Action<M> first, Action<M> second) {

    public static <M> Turn<M> of(Seat seat, Action<M> action) {
        return seat == Seat.FIRST ? new Turn<>(action, null) : new Turn<>(null, action);
    }

    /** The action of that seat, or {@code null} when it was not to move. */
    public Action<M> by(Seat seat) {
        return seat == Seat.FIRST ? first : second;
    }
}
