package bout.botclient;

import bout.address.BotUrl;
import bout.engine.Ask;
import bout.engine.Failure;

/** Who sits at a seat of one match: a house bot in this process or a bot behind a URL. */
@FunctionalInterface
public interface Player {

    /**
     * Asks for a move and waits for it. What a bot does wrong is a {@link Reply.Failed}; an exception is a fault of
     * ours.
     */
    Reply ask(MoveRequest request);

    /** Hears what it was asked on a turn that another runner played. Who remembers nothing in this process does nothing. */
    default void remember(Ask ask) {}

    /** A player all of whose calls fail in the same way, without anybody being called. */
    static Player failing(Failure.Kind kind, String text) {
        Failure failure = new Failure(kind, text);
        return request -> new Reply.Failed(failure, 0);
    }

    /** A player whose URL this deployment does not call. */
    static Player notAllowed(BotUrl.Refused refused) {
        return failing(
                Failure.Kind.ADDRESS_NOT_ALLOWED,
                "The bot's URL is not one that can be called: " + refused.text() + ".");
    }
}
