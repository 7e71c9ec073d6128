package bout.runner;

/** Who sits at a seat of one match: a house bot in this process or a bot behind a URL. */
public interface Player {

    /**
     * Asks for a move and waits for it. What a bot does wrong is a {@link Reply.Failed}; an exception is a fault of
     * ours.
     */
    Reply ask(MoveRequest request);
}
