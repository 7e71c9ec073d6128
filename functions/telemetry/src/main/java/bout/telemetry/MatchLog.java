package bout.telemetry;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The log of one match: every entry says the match, its game and the turn. Used as
 * {@code log.at(Level.WARN, turn).setCause(fault).log("The replay could not be stored")}. Made of values and not of a
 * thread's context, because a match's bots are called on threads of their own.
 */
public final class MatchLog {

    private final Logger log;
    private final String match;
    private final String game;

    public MatchLog(Class<?> source, String match, String game) {
        this(LoggerFactory.getLogger(source), match, game);
    }

    MatchLog(Logger log, String match, String game) {
        this.log = log;
        this.match = match;
        this.game = game;
    }

    /** An entry that may get more fields; it is written when {@code log} is called on it. */
    public LoggingEventBuilder at(Level level, int turn) {
        return log.atLevel(level)
                .addKeyValue("match", match)
                .addKeyValue("game", game)
                .addKeyValue("turn", turn);
    }
}
