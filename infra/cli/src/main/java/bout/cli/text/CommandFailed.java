package bout.cli.text;

/** Its user can do something about it: the message is printed, and the exit status is 1. */
public class CommandFailed extends RuntimeException {

    public CommandFailed(String message) {
        super(message);
    }

    public CommandFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
