package bout.botclient.player;

import bout.engine.GameCard;
import bout.engine.Seat;
import java.util.Map;

/**
 * A request for one move, or a call around a match.
 *
 * @param seatId how the bot knows the match: the header {@code Bout-Match}
 * @param fields of the body, as plain values
 * @param timeLimit the bot's time in milliseconds
 * @param startBefore the latest time to start the call, in the time of {@link System#nanoTime}; a call that still waits
 *     for a busy host by then is not made
 * @param path below the bot's URL
 */
public record MoveRequest(
        String seatId,
        GameCard game,
        Seat seat,
        int turn,
        Map<String, Object> fields,
        int timeLimit,
        long startBefore,
        String path) {

    /** Identifies the move, so that a bot can tell a second try on a new connection from a new move. */
    public String id() {
        return path.equals(game.calls().move()) ? seatId + "-" + turn : seatId + path.replace('/', '-');
    }
}
