package bout.telemetry;

import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The SLF4J provider. In Lambda, the level comes from the function's logging configuration
 * ({@code AWS_LAMBDA_LOG_LEVEL}, default {@code INFO}); elsewhere from the system property {@code bout.log} (default
 * {@code WARN}).
 */
public final class LogProvider implements SLF4JServiceProvider {

    /** Receives the entries of a simulated process instead of the console. */
    public static final ScopedValue<Consumer<Supplier<String>>> SIMULATED = ScopedValue.newInstance();

    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter noContext = new NOPMDCAdapter();
    private final ILoggerFactory loggers;

    public LogProvider() {
        Settings settings = new Settings(System.getenv());
        this(
                level(settings, System.getProperty("bout.log")),
                // Prints each entry in one call, so that lines of other threads do not mix in. Looks the streams up
                // each time because Lambda's runtime replaces them.
                settings.inLambda()
                        ? entry -> System.out.print(entry.json() + "\n")
                        : entry -> SIMULATED.orElse(LogProvider::print).accept(entry::text),
                Clock.systemUTC());
    }

    private static void print(Supplier<String> entry) {
        System.err.print(entry.get() + System.lineSeparator());
    }

    LogProvider(Level least, Consumer<LogEntry> entries, Clock clock) {
        Map<String, Logger> byName = new ConcurrentHashMap<>();
        // Below WARN, the HTTP client would log requests with the secret URLs of bots.
        Level ofOthers = least == Level.ERROR ? Level.ERROR : Level.WARN;
        this.loggers = name -> byName.computeIfAbsent(
                name, ignored -> new EntryLogger(name, name.startsWith("bout.") ? least : ofOthers, entries, clock));
    }

    static Level level(Settings settings, String property) {
        String level = settings.inLambda()
                ? settings.text("AWS_LAMBDA_LOG_LEVEL", "INFO")
                : property == null ? "WARN" : property;
        return switch (level.toUpperCase(Locale.ROOT)) {
            case "TRACE" -> Level.TRACE;
            case "DEBUG" -> Level.DEBUG;
            case "INFO" -> Level.INFO;
            case "WARN" -> Level.WARN;
            // Lambda has a level FATAL; SLF4J does not.
            case "ERROR", "FATAL" -> Level.ERROR;
            default ->
                throw new IllegalArgumentException(
                        "The log level must be trace, debug, info, warn or error, not " + level);
        };
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
        // The constructor initializes everything.
    }
}
