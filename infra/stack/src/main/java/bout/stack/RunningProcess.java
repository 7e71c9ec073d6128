package bout.stack;

/**
 * A process of a function.
 *
 * @param function the function's logical id in the template
 * @param atWork whether it has an invocation, or is starting for one; else it waits for the next
 */
public record RunningProcess(String function, ProcessHandle handle, boolean atWork) {}
