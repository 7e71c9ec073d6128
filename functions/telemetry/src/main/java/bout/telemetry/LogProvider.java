package bout.telemetry;

import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * What stands behind SLF4J. In Lambda it logs from the level on that the function's logging configuration says ({@code
 * AWS_LAMBDA_LOG_LEVEL}), without one from {@code INFO}; elsewhere from the system property {@code bout.log}, without one
 * from {@code WARN}.
 */
public final class LogProvider implements SLF4JServiceProvider {

    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter noContext = new NOPMDCAdapter();
    private final ILoggerFactory loggers;

    /** For SLF4J, which looks for a provider by itself. */
    public LogProvider() {
        this(System.getenv(), System.getProperty("bout.log"));
    }

    private LogProvider(Map<String, String> environment, String property) {
        this(
                level(environment, property),
                // One call for the whole line, so that lines of other threads stay whole. The streams are looked up
                // each
                // time: Lambda's runtime sets its own.
                Lambda.runs(environment)
                        ? entry -> System.out.print(entry.json() + "\n")
                        : entry -> System.err.print(entry.text() + System.lineSeparator()),
                Clock.systemUTC());
    }

    LogProvider(Level least, Consumer<LogEntry> entries, Clock clock) {
        Map<String, Logger> byName = new ConcurrentHashMap<>();
        this.loggers = name -> byName.computeIfAbsent(
                name, ignored -> new EntryLogger(name, ofOurs(name) ? least : atLeastWarn(least), entries, clock));
    }

    static Level level(Map<String, String> environment, String property) {
        String wanted = Lambda.runs(environment)
                ? environment.getOrDefault("AWS_LAMBDA_LOG_LEVEL", "INFO")
                : property == null ? "WARN" : property;
        return switch (wanted.toUpperCase(Locale.ROOT)) {
            case "TRACE" -> Level.TRACE;
            case "DEBUG" -> Level.DEBUG;
            case "INFO" -> Level.INFO;
            case "WARN" -> Level.WARN;
            // Lambda knows FATAL, SLF4J does not.
            case "ERROR", "FATAL" -> Level.ERROR;
            default ->
                throw new IllegalArgumentException(
                        "The log level is one of trace, debug, info, warn and error, not " + wanted);
        };
    }

    private static boolean ofOurs(String name) {
        return name.startsWith("bout.");
    }

    // Below it the HTTP client would write out requests, and so the URLs of bots, which are secret.
    private static Level atLeastWarn(Level level) {
        return level == Level.ERROR ? Level.ERROR : Level.WARN;
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return loggers;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return noContext;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0";
    }

    @Override
    public void initialize() {
        // All is made in the constructor.
    }
}
