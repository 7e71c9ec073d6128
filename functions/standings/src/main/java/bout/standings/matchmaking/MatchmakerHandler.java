package bout.standings.matchmaking;

import bout.engine.Game;
import bout.games.Games;
import bout.standings.update.JournalledLadders;
import bout.store.Aws;
import bout.store.match.Subject;
import bout.store.queue.UpdateQueue;
import bout.store.tournament.Tournaments;
import bout.telemetry.Settings;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs each minute: begins the matches that the ladders need, and has all standings brought up to date that may change,
 * in case that a message about one was lost. A second run for the same event begins nothing that the first has begun.
 */
public final class MatchmakerHandler implements RequestHandler<ScheduledEvent, Void> {

    private static final Logger LOG = LoggerFactory.getLogger(MatchmakerHandler.class);

    /** Of matches in an hour or at once. */
    private static final int MOST = 999_999;

    private static final int TOURNAMENTS_AT_A_TIME = 500;

    private final LadderMatchmaker matchmaker;
    private final Tournaments tournaments;
    private final UpdateQueue updates;

    /** As Lambda makes it. */
    public MatchmakerHandler() {
        this(System.getenv());
    }

    /**
     * @param environment {@code BOUT_LADDER_MATCHES_PER_HOUR}, {@code BOUT_PLAYER_OPEN_MATCHES}, and what {@link Aws} reads
     *     for the table, the bucket and the queues
     * @throws IllegalArgumentException for a variable that is missing or has a value that it cannot have
     */
    public MatchmakerHandler(Map<String, String> environment) {
        Settings settings = new Settings(environment);
        Aws aws = new Aws(environment);
        Clock clock = Clock.systemUTC();
        matchmaker = new LadderMatchmaker(
                new JournalledLadders(aws.journals(), aws.ladderSnapshots()),
                aws.ladderRuns(),
                aws.matches(clock),
                aws.matchQueue(),
                aws.bots(clock),
                settings.wholeNumber("BOUT_LADDER_MATCHES_PER_HOUR", 0, MOST),
                settings.wholeNumber("BOUT_PLAYER_OPEN_MATCHES", 0, MOST));
        tournaments = aws.tournaments(clock);
        updates = aws.updateQueue(clock);
    }

    @Override
    public Void handleRequest(ScheduledEvent event, Context context) {
        Instant minute = Instant.ofEpochMilli(event.getTime().getMillis()).truncatedTo(ChronoUnit.MINUTES);
        List<String> failed = new ArrayList<>();
        for (Game<?, ?> game : Games.ALL) {
            String id = game.card().id();
            try {
                matchmaker.run(game, minute);
            } catch (RuntimeException fault) {
                LOG.atError().addKeyValue("game", id).setCause(fault).log("The ladder's matches could not be begun");
                failed.add(id);
            }
        }
        Games.ALL.forEach(game -> updates.send(new Subject.Ladder(game.card().id())));
        String behind = null;
        List<String> open;
        do {
            open = tournaments.open(behind, TOURNAMENTS_AT_A_TIME);
            open.forEach(id -> updates.send(new Subject.Tournament(id)));
            behind = open.isEmpty() ? null : open.getLast();
        } while (open.size() == TOURNAMENTS_AT_A_TIME);
        if (!failed.isEmpty()) {
            // Counted as an error; the next minute's run goes on.
            throw new IllegalStateException("the matches of these ladders could not be begun: " + failed);
        }
        return null;
    }
}
