package bout.botclient;

import bout.engine.Ask;

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
}
