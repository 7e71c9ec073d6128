package bout.stack.function;

import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/** What Lambda counts for all functions of an account together. */
public final class Account {

    private final Semaphore free;
    private final Map<String, LongAdder> dropped = new ConcurrentHashMap<>();

    /** @param concurrency how many functions may run at once; empty = no limit */
    public Account(OptionalInt concurrency) {
        this.free = new Semaphore(concurrency.orElse(Integer.MAX_VALUE));
    }

    /** Whether one more function may run; if so, {@link #leave} must follow. */
    public boolean enter() {
        return free.tryAcquire();
    }

    public void leave() {
        free.release();
    }

    /** Counts an invocation that was dropped because of a loop, as the metric RecursiveInvocationsDropped does. */
    void drop(String function) {
        dropped.computeIfAbsent(function, name -> new LongAdder()).increment();
    }

    /** The number of invocations dropped because of loops, by the function's logical id. */
    public Map<String, Long> dropped() {
        Map<String, Long> counts = new TreeMap<>();
        dropped.forEach((function, count) -> counts.put(function, count.sum()));
        return counts;
    }
}
