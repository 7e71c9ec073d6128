package bout.botclient;

import bout.engine.Failure;

/** The result of asking a player for a move. */
public sealed interface Reply {

    /**
     * An answer. The game decides whether it is a legal move.
     *
     * @param answer a plain value
     * @param milliseconds the time it took, rounded up; 0 for a bot in this process
     */
    record Answered(Object answer, int milliseconds) implements Reply {}

    /**
     * No readable answer.
     *
     * @param milliseconds the time until the failure, rounded up
     */
    record Failed(Failure failure, int milliseconds) implements Reply {}

    /**
     * Aborted by us: {@link MoveRequest#startBefore} passed while the call waited for a slot, or the thread was
     * interrupted. Says nothing about the bot, so it does not count as a turn.
     */
    record BrokenOff() implements Reply {}
}
