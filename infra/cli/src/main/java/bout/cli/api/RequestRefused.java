package bout.cli.api;

import bout.cli.text.CommandFailed;

/** The API answered a request with an error. */
public final class RequestRefused extends CommandFailed {

    private static final int NOT_FOUND = 404;
    private static final int TIME_OUT = 408;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERROR = 500;

    private final int status;

    RequestRefused(int status, String message) {
        super(message);
        this.status = status;
    }

    /** Whether there is no such thing, or none that the caller may see. */
    public boolean isNotFound() {
        return status == NOT_FOUND;
    }

    /** Whether the same request may succeed a little later. */
    public boolean isPassing() {
        return status == TIME_OUT || status == TOO_MANY || status >= SERVER_ERROR;
    }
}
