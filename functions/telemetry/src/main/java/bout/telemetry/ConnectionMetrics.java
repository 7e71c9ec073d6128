package bout.telemetry;

import java.time.Clock;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Counts messages of connected bots that were ignored, by why: {@code MessagesIgnored} in the namespace {@code Bout},
 * by {@code Reason}. Thread-safe. There should be few, so each is a line of its own.
 */
public final class ConnectionMetrics {

    private final Consumer<String> lines;
    private final Clock clock;

    public ConnectionMetrics(Consumer<String> lines, Clock clock) {
        this.lines = lines;
        this.clock = clock;
    }

    /** Writes to standard output in Lambda; discards metrics elsewhere. */
    public static ConnectionMetrics of(Map<String, String> environment) {
        return new ConnectionMetrics(EmbeddedMetrics.output(environment), Clock.systemUTC());
    }

    public void ignored(String reason) {
        lines.accept(new EmbeddedMetrics(Map.of("Reason", reason))
                .count("MessagesIgnored", 1)
                .line(clock.instant()));
    }
}
