package bout.telemetry;

import java.time.Clock;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Counts messages of connected bots that were ignored, by why: {@code MessagesIgnored} in the namespace {@code Bout},
 * by {@code Reason}. Thread-safe. There should be few, so each is a line of its own.
 */
public final class ConnectionMetrics {

    private ConnectionMetrics() {}

    /** Takes the reasons. Writes to standard output in Lambda; discards metrics elsewhere. */
    public static Consumer<String> ignored(Settings settings) {
        Consumer<String> lines = EmbeddedMetrics.output(settings);
        return reason -> lines.accept(new EmbeddedMetrics(Map.of("Reason", reason))
                .count("MessagesIgnored", 1)
                .line(Clock.systemUTC().instant()));
    }
}
