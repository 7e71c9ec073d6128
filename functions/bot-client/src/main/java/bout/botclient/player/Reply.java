package bout.botclient.player;

import bout.engine.Aside;
import bout.engine.Failure;

/** The result of asking a player for a move. */
public sealed interface Reply {

    /**
     * An answer. The game decides whether it is a legal move.
     *
     * @param answer a plain value
     * @param aside the time it took, 0 for a bot in this process, and the bot's note
     */
    record Answered(Object answer, Aside aside) implements Reply {
        public Answered(Object answer, int milliseconds) {
            this(answer, Aside.took(milliseconds));
        }

        public int milliseconds() {
            return aside.milliseconds();
        }
    }

    /**
     * No readable answer.
     *
     * @param aside the time until the failure, and the bot's note
     */
    record Failed(Failure failure, Aside aside) implements Reply {
        public Failed(Failure failure, int milliseconds) {
            this(failure, Aside.took(milliseconds));
        }

        public int milliseconds() {
            return aside.milliseconds();
        }
    }

    /**
     * Aborted by us: {@link MoveRequest#startBefore} passed while the call waited for a slot, or the thread was
     * interrupted. Says nothing about the bot, so it does not count as a turn.
     */
    record BrokenOff() implements Reply {}
}
