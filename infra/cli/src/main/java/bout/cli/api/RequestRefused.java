package bout.cli.api;

import bout.cli.text.CommandFailed;

/** The API answered a request with an error. */
public final class RequestRefused extends CommandFailed {

    private final int status;

    RequestRefused(int status, String message) {
        super(message);
        this.status = status;
    }

    /** Whether there is no such thing, or none that the caller may see. */
    public boolean isNotFound() {
        return status == 404;
    }

    /** Whether the same request may succeed a little later: it timed out, was one too many, or the server failed. */
    public boolean isPassing() {
        return status == 408 || status == 429 || status >= 500;
    }
}
