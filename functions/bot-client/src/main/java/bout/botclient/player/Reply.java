package bout.botclient.player;

import bout.engine.Aside;
import bout.engine.Failure;

public sealed interface Reply {

    /** The time until the answer or the failure, 0 for a bot in this process, and the bot's note. */
    Aside aside();

    default int milliseconds() {
        return aside().milliseconds();
    }

    /** An answer, a plain value. The game decides whether it is a legal move. */
    record Answered(Object answer, Aside aside) implements Reply {
        public Answered(Object answer, int milliseconds) {
            this(answer, Aside.took(milliseconds));
        }
    }

    /** No readable answer. */
    record Failed(Failure failure, Aside aside) implements Reply {
        public Failed(Failure failure, int milliseconds) {
            this(failure, Aside.took(milliseconds));
        }
    }

    /**
     * Aborted by us: {@link MoveRequest#startBefore} passed while the call waited for a slot, or the thread was
     * interrupted. Says nothing about the bot, so it does not count as a turn.
     */
    record BrokenOff() implements Reply {
        @Override
        public Aside aside() {
            return Aside.took(0);
        }
    }
}
