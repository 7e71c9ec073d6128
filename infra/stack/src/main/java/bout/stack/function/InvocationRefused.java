package bout.stack.function;

/** Why Lambda did not run a function, or did not pass on its answer. */
public final class InvocationRefused extends RuntimeException {

    /** The limits of Lambda that the local stack enforces. */
    public enum Reason {
        /** The account runs as many functions as it may. */
        THROTTLED,
        /** The function ran too often in one chain of events. */
        LOOP,
        REQUEST_TOO_LARGE,
        RESPONSE_TOO_LARGE
    }

    private final Reason reason;

    InvocationRefused(Reason reason, String message) {
        // No stack trace: the function did nothing wrong, or is named in the message.
        super(message, null, true, false);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
