package bout.botclient;

import bout.engine.Failure;

/** What came of asking a player for a move. */
public sealed interface Reply {

    /**
     * An answer; whether it is a move the game says.
     *
     * @param answer a plain value
     * @param milliseconds how long it took, rounded up; 0 for a bot that was not called over a network
     */
    record Answered(Object answer, int milliseconds) implements Reply {}

    /**
     * No answer that could be read.
     *
     * @param milliseconds how long it took to fail, rounded up
     */
    record Failed(Failure failure, int milliseconds) implements Reply {}

    /**
     * We broke off: {@link MoveRequest#startBefore} passed while the call waited for its turn, or the thread was
     * interrupted. It says nothing about the bot, so it is no turn.
     */
    record BrokenOff() implements Reply {}
}
