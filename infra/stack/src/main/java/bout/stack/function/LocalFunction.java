package bout.stack.function;

/**
 * A function of the template that can be invoked, in this process ({@link InProcessFunction}) or in its own processes
 * as in Lambda ({@link FunctionProcesses}). The HTTP API, queue pollers and schedules treat both alike.
 */
public interface LocalFunction {

    /** The function's logical id in the template. */
    String name();

    /**
     * Invokes the function and waits for its answer. Thread-safe.
     *
     * @param event one of Lambda's event types
     * @param answer the type of the function's answer; {@link Void} to ignore it
     * @param lineage the chain of events that leads here, passed on with every message that the function sends
     * @return {@code null} if the function returned nothing
     * @throws RuntimeException if the invocation failed
     */
    <A> A invoke(Object event, Class<A> answer, Lineage lineage);

    /** Invokes the function at the beginning of a chain of events. */
    default <A> A invoke(Object event, Class<A> answer) {
        return invoke(event, answer, Lineage.NONE);
    }

    /** Asks the function to finish its work, if it supports that. Returns at once. */
    void stop();
}
