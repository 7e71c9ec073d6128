package bout.botclient;

import bout.address.BotUrl;
import bout.engine.Ask;
import bout.engine.Failure;

/** The player at a seat of one match: a house bot in this process, or a bot with a URL. */
@FunctionalInterface
public interface Player {

    /**
     * Asks for a move and waits for it. A failure of the bot is a {@link Reply.Failed}; an exception is a bug or fault
     * on our side.
     */
    Reply ask(MoveRequest request);

    /** Shows the player a turn that another runner played. Players without memory in this process ignore it. */
    default void remember(Ask ask) {}

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
