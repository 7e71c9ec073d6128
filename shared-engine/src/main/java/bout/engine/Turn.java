package bout.engine;

/** The actions of one turn: two if both seats move at the same time, otherwise one and {@code null}. */
public record Turn<M>(Action<M> first, Action<M> second) {

    public static <M> Turn<M> of(Seat seat, Action<M> action) {
        return seat == Seat.FIRST ? new Turn<>(action, null) : new Turn<>(null, action);
    }

    /** The seat's action, or {@code null} if it does not move in this turn. */
    public Action<M> by(Seat seat) {
        return seat == Seat.FIRST ? first : second;
    }
}
