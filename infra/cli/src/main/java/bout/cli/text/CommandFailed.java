package bout.cli.text;

/**
 * A command cannot do what it was asked for a reason that its user can do something about: a file that is not there, a
 * port that is taken. The message is printed, the exit status is 1.
 */
public final class CommandFailed extends RuntimeException {

    public CommandFailed(String message) {
        super(message);
    }

    public CommandFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
