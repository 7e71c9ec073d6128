package bout.engine;

import java.util.List;

/**
 * What those know who play a match, for games whose requests say more than the position.
 *
 * @param id how the bot that is asked knows the match
 * @param timeLimit in milliseconds
 * @param names of the players by seat; empty if they are hidden, nor what others wrote
 * @param last the last call of each seat, or {@code null}
 */
public record Told(String id, int timeLimit, List<String> names, Call[] last) {

    public String name(Seat seat) {
        return names.isEmpty() ? "S" + seat.number() : names.get(seat.index());
    }

    /** How long the seat's last answer took; 0 if there was none in time. */
    public int latency(Seat seat) {
        Call call = last(seat);
        return call == null || call.failure() != null && call.failure().late() ? 0 : call.milliseconds();
    }

    /** The seat's note with its last move, if the seat that is asked can know it. */
    public String note(Seat seat, Seat asked) {
        Call call = seat == asked || !names.isEmpty() ? last(seat) : null;
        return call == null || call.note() == null ? "" : call.note();
    }

    private Call last(Seat seat) {
        return seat.index() < last.length ? last[seat.index()] : null;
    }
}
