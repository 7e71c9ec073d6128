package bout.engine;

import java.util.function.Function;

/** The actions of one turn: two if both seats move at the same time, otherwise one and {@code null}. */
public record Turn<M>(Action<M> first, Action<M> second) {

    public static <M> Turn<M> of(Seat seat, Action<M> action) {
        return seat == Seat.FIRST ? new Turn<>(action, null) : new Turn<>(null, action);
    }

    /** The turn that is next in a match, with the action of each seat that is to move. */
    public static <M> Turn<M> of(Match<M> match, Function<Seat, Action<M>> action) {
        Action<M> first = match.isToMove(Seat.FIRST) ? action.apply(Seat.FIRST) : null;
        return new Turn<>(first, match.isToMove(Seat.SECOND) ? action.apply(Seat.SECOND) : null);
    }

    /** The seat's action, or {@code null} if it does not move in this turn. */
    public Action<M> by(Seat seat) {
        return seat == Seat.FIRST ? first : second;
    }
}
