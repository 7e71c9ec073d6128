package bout.telemetry;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LoggingEventAware;

final class EntryLogger extends LegacyAbstractLogger implements LoggingEventAware {

    private final transient Level least;
    private final transient Consumer<LogEntry> entries;
    private final transient Clock clock;

    EntryLogger(String name, Level least, Consumer<LogEntry> entries, Clock clock) {
        this.name = name;
        this.least = least;
        this.entries = entries;
        this.clock = clock;
    }

    @Override
    public void log(LoggingEvent event) {
        var fields = event.getKeyValuePairs();
        write(
                event.getLevel(),
                event.getMessage(),
                event.getArgumentArray(),
                fields == null ? List.of() : List.copyOf(fields),
                event.getThrowable());
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level, Marker marker, String message, Object[] arguments, Throwable error) {
        write(level, message, arguments, List.of(), error);
    }

    private void write(Level level, String message, Object[] arguments, List<KeyValuePair> fields, Throwable error) {
        String text = MessageFormatter.basicArrayFormat(message, arguments);
        entries.accept(new LogEntry(Instant.now(clock), level, name, text, fields, error));
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return EntryLogger.class.getName();
    }

    private boolean enabled(Level level) {
        return level.toInt() >= least.toInt();
    }

    @Override
    public boolean isTraceEnabled() {
        return enabled(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return enabled(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return enabled(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return enabled(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return enabled(Level.ERROR);
    }
}
