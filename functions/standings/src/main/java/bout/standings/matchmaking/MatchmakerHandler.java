package bout.standings.matchmaking;

import bout.competition.journal.Competition.Subject;
import bout.engine.Game;
import bout.games.Games;
import bout.store.Aws;
import bout.store.Primed;
import bout.store.access.Erasures;
import bout.store.contest.Contests;
import bout.store.journal.LadderSnapshots;
import bout.store.match.Matches;
import bout.store.queue.UpdateQueue;
import bout.store.tournament.Tournaments;
import bout.telemetry.Machine;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs once a minute. Starts the matches that the ladders need, and requests an update of all standings that may
 * change, in case a message was lost. A second run for the same event starts no further matches.
 */
public final class MatchmakerHandler extends Primed implements RequestHandler<ScheduledEvent, Void> {

    private final List<Game<?>> games;
    private final LadderMatchmaker matchmaker;
    private final Contests contests;
    private final Erasures erasures;
    private final Tournaments tournaments;
    private final UpdateQueue updates;

    public MatchmakerHandler() {
        this(new Aws(System.getenv()));
    }

    /** The environment has what {@link LadderMatchmaker} reads. */
    public MatchmakerHandler(Aws aws) {
        this(aws, Games.ALL);
    }

    /** @param games whose ladders it looks after */
    public MatchmakerHandler(Aws aws, List<Game<?>> games) {
        this.games = games;
        Clock clock = Machine.systemClock();
        Matches matches = aws.matches(clock);
        matchmaker = LadderMatchmaker.of(aws, matches, clock);
        contests = new Contests(aws.table());
        erasures = new Erasures(aws.table(), clock);
        tournaments = new Tournaments(aws.table(), clock);
        updates = aws.updateQueue(clock);
        prime(matches::prime, updates::prime, new LadderSnapshots(aws.bucket())::prime);
    }

    @Override
    public Void handleRequest(ScheduledEvent event, Context context) {
        Instant minute = Instant.ofEpochMilli(event.getTime().getMillis()).truncatedTo(ChronoUnit.MINUTES);
        List<String> failed = matchmaker.run(games, minute);
        List<UpdateQueue.Task> tasks = new ArrayList<>();
        games.forEach(game -> tasks.add(
                new UpdateQueue.Task.Standings(new Subject.Ladder(game.card().id()))));
        contests.open().forEach(id -> tasks.add(new UpdateQueue.Task.Contest(id)));
        erasures.due().forEach(id -> tasks.add(new UpdateQueue.Task.Erasure(id)));
        tournaments.open().forEach(id -> tasks.add(new UpdateQueue.Task.Standings(new Subject.Tournament(id))));
        updates.sendTogether(tasks);
        if (!failed.isEmpty()) {
            // Makes the run count as an error. The next run, a minute later, tries again.
            throw new IllegalStateException("could not start the matches of these ladders: " + failed);
        }
        return null;
    }
}
