package bout.telemetry;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The log of one match: every entry names the match, its game and the turn. Use it as {@code log.at(Level.WARN,
 * turn).setCause(error).log("Cannot store the replay")}. It passes values instead of using the MDC, because a match
 * calls its bots on other threads.
 */
public record MatchLog(Logger log, String match, String game) {

    public MatchLog(Class<?> source, String match, String game) {
        this(LoggerFactory.getLogger(source), match, game);
    }

    public LoggingEventBuilder at(Level level, int turn) {
        return log.atLevel(level)
                .addKeyValue("match", match)
                .addKeyValue("game", game)
                .addKeyValue("turn", turn);
    }
}
