package bout.bench.usage;

import java.util.Optional;
import java.util.TreeMap;

/** Counts the requests of all AWS clients of this process, until it is closed. Only one at a time. */
public final class Counting implements AutoCloseable {

    private static final ScopedValue<Boolean> EXCLUDED = ScopedValue.newInstance();

    private static volatile Counting current;

    private final TreeMap<String, Long> requests = new TreeMap<>();
    private double writeUnits;
    private double readUnits;

    private Counting() {}

    public static synchronized Counting start() {
        if (current != null) {
            throw new IllegalStateException("requests are already being counted");
        }
        current = new Counting();
        return current;
    }

    /** Runs a task of the observer, whose requests a deployment would not make. */
    public static void excluded(Runnable task) {
        ScopedValue.where(EXCLUDED, true).run(task);
    }

    /** The counter for a request of this thread; empty if it is not counted. */
    static Optional<Counting> current() {
        Counting counting = current;
        return counting == null || EXCLUDED.isBound() ? Optional.empty() : Optional.of(counting);
    }

    synchronized void request(String name) {
        requests.merge(name, 1L, Long::sum);
    }

    synchronized void write(double units) {
        writeUnits += units;
    }

    synchronized void read(double units) {
        readUnits += units;
    }

    /** Returns what was counted since the start or the last call, and begins again at zero. */
    public synchronized Usage take() {
        Usage usage = new Usage(requests, writeUnits, readUnits);
        requests.clear();
        writeUnits = 0;
        readUnits = 0;
        return usage;
    }

    @Override
    public void close() {
        current = null;
    }
}
