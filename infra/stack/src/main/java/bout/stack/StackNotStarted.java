package bout.stack;

/** Why a stack could not start: a port or folder in use, an invalid template. The message is for users. */
public final class StackNotStarted extends Exception {

    StackNotStarted(String why) {
        super(why);
    }

    StackNotStarted(String why, Throwable cause) {
        super(why, cause);
    }
}
