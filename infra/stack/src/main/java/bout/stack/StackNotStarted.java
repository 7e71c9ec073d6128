package bout.stack;

/** Why a stack could not start: a port or a folder that is in use, a template that is wrong. Fit to be shown. */
public final class StackNotStarted extends Exception {

    StackNotStarted(String why) {
        super(why);
    }

    StackNotStarted(String why, Throwable cause) {
        super(why, cause);
    }
}
