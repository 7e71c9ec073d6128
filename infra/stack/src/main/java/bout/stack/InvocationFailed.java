package bout.stack;

/**
 * Why an invocation of a function in a process of its own came to nothing: the handler threw, its process died or could
 * not be started, or it took longer than the function's time-out. As in Lambda, the caller learns no more than that; what
 * the function did before is done.
 */
final class InvocationFailed extends RuntimeException {

    InvocationFailed(String why) {
        this(why, null);
    }

    InvocationFailed(String why, Throwable cause) {
        // Without a stack trace: what went wrong went wrong in another process.
        super(why, cause, true, false);
    }
}
