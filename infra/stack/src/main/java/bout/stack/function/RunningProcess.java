package bout.stack.function;

/**
 * A process of a function.
 *
 * @param function the function's logical id in the template
 * @param atWork whether it is handling an invocation or starting for one; otherwise it is idle
 */
public record RunningProcess(String function, ProcessHandle handle, boolean atWork) {}
