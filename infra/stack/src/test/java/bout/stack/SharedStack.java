package bout.stack;

import bout.store.match.MatchRecord;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One open stack in memory for all test classes of a process that do not disturb each other, started by the first of
 * them. It ends with the process.
 */
final class SharedStack {

    /** How often each match was reported as finished or failed. */
    static final Map<String, AtomicInteger> TOLD = new ConcurrentHashMap<>();

    static final Stack STACK = start();
    static final StackClient CLIENT = new StackClient(STACK.address());

    private SharedStack() {}

    private static Stack start() {
        try {
            return Stack.start(StackOptions.ofThisRepository().withFinished(SharedStack::told));
        } catch (StackNotStarted why) {
            throw new IllegalStateException(why);
        }
    }

    private static void told(MatchRecord match) {
        TOLD.computeIfAbsent(match.id(), unseen -> new AtomicInteger()).incrementAndGet();
    }
}
