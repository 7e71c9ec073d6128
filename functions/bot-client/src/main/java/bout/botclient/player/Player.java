package bout.botclient.player;

import bout.address.BotUrl;
import bout.engine.Call;
import bout.engine.Failure;
import bout.engine.Match;
import bout.engine.Playback;
import bout.engine.Seat;
import bout.wire.connection.ConnectionMessage;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The player at a seat of one match: a house bot or a published bot in this process, or a bot somewhere else. */
@FunctionalInterface
public interface Player extends AutoCloseable {

    /**
     * Asks for a move and waits for it. A failure of the bot is a {@link Reply.Failed}; an exception is a bug or fault
     * on our side.
     */
    Reply ask(MoveRequest request);

    /**
     * The way to get the next move: {@link #ask}, unless the calls so far forbid it. It follows from them, so a runner
     * that continues the match of another does not begin to count anew.
     *
     * @param calls of the match so far; they are read by this method, and not by what it returns
     */
    default Supplier<Reply> call(MoveRequest request, List<Call> calls) {
        return () -> ask(request);
    }

    /**
     * Makes a call around a match, at the path that the request names. The answer does not matter. Bots that are not
     * called at a URL get none.
     */
    default void inform(MoveRequest request) {}

    /**
     * The content of a request. Only to players that are not sent the same request again to continue or verify the
     * match may it say more than what follows from the match; see {@link bout.engine.Told}.
     */
    default Map<String, Object> fields(Match<?> match, Seat seat, String seatId, int timeLimit, List<String> names) {
        return match.request(seat, seatId, timeLimit, names);
    }

    /** A player to which calls around a match are made as those for moves. */
    @FunctionalInterface
    interface OverHttp extends Player {
        @Override
        default void inform(MoveRequest request) {
            ask(request);
        }
    }

    /** The last answer was a move. */
    default void moved() {}

    /** Whether a player can be reached, as far as that can be known before a match. */
    enum Presence {
        THERE,
        /** It has a connection, but does not answer there. */
        SILENT,
        /** It has no connection. */
        GONE
    }

    /** Looks whether the player can be reached, which may take some seconds. Most players are asked right away. */
    default Presence presence() {
        return Presence.THERE;
    }

    /** Tells the bot's author that the match began or ended. Only for display; most players ignore it. */
    default void tell(ConnectionMessage.Event event) {}

    /**
     * Shows the player a turn that another runner played. Players without memory in this process ignore it.
     *
     * @param call what came of it there
     */
    default void remember(Map<String, Object> request, Call call) {}

    /**
     * Shows players what was played of a match.
     *
     * @param playback at the beginning of the match
     * @param calls how many to show, up to the end of a turn
     * @param players by seat
     */
    static void remind(Playback<?> playback, int calls, List<Player> players) {
        Match<?> match = playback.match();
        while (match.calls().size() < calls) {
            Map<Seat, Map<String, Object>> requests = new EnumMap<>(Seat.class);
            for (Seat seat : match.seats()) {
                if (match.isToMove(seat)) {
                    requests.put(seat, match.request(seat));
                }
            }
            int before = match.calls().size();
            playback.next();
            for (Call call : match.calls().subList(before, match.calls().size())) {
                players.get(call.seat().index()).remember(requests.get(call.seat()), call);
            }
        }
    }

    /** The match is over, or goes on elsewhere. Players that hold nothing ignore it. */
    @Override
    default void close() {}

    /** A player whose every call fails in the same way, without a request. */
    static Player failing(Failure.Kind kind, String text) {
        Failure failure = new Failure(kind, text);
        return request -> new Reply.Failed(failure, 0);
    }

    /** A player whose URL is not allowed in this deployment. */
    static Player notAllowed(BotUrl.Refused refused) {
        return failing(Failure.Kind.ADDRESS_NOT_ALLOWED, "The bot's URL is not allowed: " + refused.text() + ".");
    }
}
