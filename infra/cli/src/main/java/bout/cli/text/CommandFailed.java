package bout.cli.text;

/**
 * A command failed for a reason that its user can do something about, such as a missing file or a port in use. The
 * message is printed, and the exit status is 1.
 */
public class CommandFailed extends RuntimeException {

    public CommandFailed(String message) {
        super(message);
    }

    public CommandFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
