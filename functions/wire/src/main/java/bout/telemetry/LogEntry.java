package bout.telemetry;

import bout.wire.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;

record LogEntry(Instant at, Level level, String logger, String message, List<KeyValuePair> fields, Throwable error) {

    /**
     * One line of JSON: {@code timestamp} and {@code level}, the names Lambda filters by, then {@code logger},
     * {@code message}, the entry's own fields, and {@code error} with the full stack trace.
     */
    String json() {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("timestamp", at.toString());
        entry.put("level", level.name());
        entry.put("logger", logger);
        entry.put("message", message);
        if (error != null) {
            entry.put("error", stackTrace());
        }
        for (KeyValuePair field : fields) {
            entry.putIfAbsent(field.key, plain(field.value));
        }
        return Json.text(entry);
    }

    /** Text for people: level, logger, message, fields, and the stack trace if there is one. */
    String text() {
        StringBuilder text = new StringBuilder();
        text.append(level).append(' ').append(logger.substring(logger.lastIndexOf('.') + 1));
        text.append(": ").append(message);
        for (KeyValuePair field : fields) {
            text.append(' ').append(field.key).append('=').append(field.value);
        }
        if (error != null) {
            text.append(System.lineSeparator()).append(stackTrace().stripTrailing());
        }
        return text.toString();
    }

    private String stackTrace() {
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace, true));
        return trace.toString();
    }

    private static Object plain(Object value) {
        return switch (value) {
            case null -> null;
            case Number number -> number;
            case Boolean bool -> bool;
            case Collection<?> list -> list.stream().map(LogEntry::plain).toList();
            default -> String.valueOf(value);
        };
    }
}
