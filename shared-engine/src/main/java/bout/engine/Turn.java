package bout.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The actions of one turn, by seat; {@code null} for a seat that does not move. */
public record Turn<M>(List<Action<M>> actions) {

    /** The turn of a match in which both seats move at the same time. */
    public static <M> Turn<M> of(Action<M> first, Action<M> second) {
        return new Turn<>(Arrays.asList(first, second));
    }

    /** A turn in which one seat moves. */
    public static <M> Turn<M> of(Seat seat, Action<M> action) {
        return of(Collections.singletonMap(seat, action));
    }

    public static <M> Turn<M> of(Map<Seat, Action<M>> actions) {
        return new Turn<>(Seat.first(Seat.MOST).stream().map(actions::get).toList());
    }

    /** The turn that is next in a match, with the action of each seat that is to move. */
    public static <M> Turn<M> of(Match<M> match, Function<Seat, Action<M>> action) {
        List<Action<M>> actions = new ArrayList<>(match.seats().size());
        for (Seat seat : match.seats()) {
            actions.add(match.isToMove(seat) ? action.apply(seat) : null);
        }
        return new Turn<>(actions);
    }

    /** The seat's action, or {@code null} if it does not move in this turn. */
    public Action<M> by(Seat seat) {
        return seat.index() < actions.size() ? actions.get(seat.index()) : null;
    }
}
