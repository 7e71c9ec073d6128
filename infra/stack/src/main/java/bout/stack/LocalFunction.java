package bout.stack;

/**
 * A function of the template that can be invoked: in this process ({@link InProcessFunction}), or in processes of its own
 * as in Lambda ({@link FunctionProcesses}). What drives functions (the HTTP API, queue pollers, schedules) does not see
 * the difference.
 */
interface LocalFunction {

    /** The function's logical id in the template. */
    String name();

    /**
     * Invokes the function, and waits for its answer. Any number of threads may do so at once.
     *
     * @param event one of Lambda's event types
     * @param answer the type of what the function answers with; {@link Void} where nobody wants to know
     * @return {@code null} if the function answered with nothing
     * @throws RuntimeException if the invocation failed
     */
    <A> A invoke(Object event, Class<A> answer);

    /** Asks the function to come to an end with what it is at, where it can be asked. Returns at once. */
    void stop();
}
