package bout.stack.function;

/**
 * Why an invocation in another process failed: the handler threw, the process died or could not start, or it exceeded
 * the function's time-out. As in Lambda, the caller learns nothing else, and what the function did before that is not
 * undone.
 */
public final class InvocationFailed extends RuntimeException {

    InvocationFailed(String message) {
        this(message, null);
    }

    InvocationFailed(String message, Throwable cause) {
        // No stack trace: the error happened in another process.
        super(message, cause, true, false);
    }
}
