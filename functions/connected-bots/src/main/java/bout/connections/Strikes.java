package bout.connections;

import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts useless messages of connections: anything but a good answer. A connection that sends a lot of it is to be
 * closed. Thread-safe.
 *
 * <p>Each instance of the function counts by itself, so a connection may get away with as many times more as there are
 * instances: what matters is that a flood ends, not at which message.
 */
public final class Strikes {

    /** So many at once. A client that reconnects may send a few late answers and a ping. */
    public static final int BURST = 30;

    /** One is forgiven after this long: enough for a ping every ten seconds. */
    static final Duration FORGIVEN = Duration.ofSeconds(10);

    private final Clock clock;
    private final Map<String, Count> counts = new Recent<>();

    private record Count(double strikes, long at) {}

    Strikes(Clock clock) {
        this.clock = clock;
    }

    /** Counts one. Returns whether that was too many. */
    synchronized boolean tooMany(String connection) {
        long now = clock.millis();
        Count before = counts.get(connection);
        double left =
                before == null ? 0 : Math.max(0, before.strikes() - (now - before.at()) / (double) FORGIVEN.toMillis());
        Count count = new Count(left + 1, now);
        counts.put(connection, count);
        return count.strikes() > BURST;
    }

    synchronized void forget(String connection) {
        counts.remove(connection);
    }

    /** A map that forgets what was not used for longest when it has too many entries. */
    static final class Recent<V> extends LinkedHashMap<String, V> {
        private static final int MOST = 10_000;

        Recent() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > MOST;
        }
    }
}
