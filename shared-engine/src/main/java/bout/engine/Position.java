package bout.engine;

import java.util.Map;

/** A match of one game as far as it has been played, and the rules that lead on from there. Not thread-safe. */
public abstract class Position<M> {

    protected Result result;

    /** The result, or {@code null} while the match is running. */
    public final Result result() {
        return result;
    }

    /** Whether the seat moves next, if the match is not over. A game in which the players take turns says who does. */
    protected boolean isToMove(Seat seat) {
        return seat == mover();
    }

    /** The seat that moves next, in a game in which the players take turns. */
    protected Seat mover() {
        throw new UnsupportedOperationException("several seats move at the same time");
    }

    /**
     * The request for the next move: the fields of its body, as plain values, in this order. The seat must be one of
     * those that move next.
     */
    public abstract Map<String, Object> request(Seat seat);

    /**
     * The same with what only those know who play the match, if the game tells it. For the calls around a match the
     * seat may be any.
     */
    public Map<String, Object> request(Seat seat, Told told) {
        return request(seat);
    }

    /**
     * Parses a bot's answer, any plain value: a move, or a failure {@code NOT_EXPECTED} or {@code NOT_LEGAL} that says
     * why not.
     */
    public abstract Action<M> read(Seat seat, Object answer);

    /** Plays one turn. It has an action for each seat that is to move. */
    public abstract void play(Turn<M> actions);

    /** A snapshot for renderers, as a plain value: everything visible, and the effects of the last turn. */
    public abstract Object picture();

    public abstract void hash(StateHash hash);

    /** Whether the seat was eliminated by its own answer; most games report such an answer as a failure instead. */
    public boolean isOut(Seat seat) {
        return false;
    }
}
