package bout.standings.update;

import bout.competition.contest.Contest;
import bout.competition.journal.Competition.Subject;
import bout.competition.tournament.Tournament.OpenLimits;
import bout.games.Games;
import bout.standings.matchmaking.LadderMatchmaker;
import bout.store.Aws;
import bout.store.Primed;
import bout.store.contest.ContestRecord;
import bout.store.journal.StandingsFiles;
import bout.store.match.MatchLimits;
import bout.store.match.Matches;
import bout.store.queue.Batch;
import bout.store.queue.UpdateQueue.Task;
import bout.telemetry.Machine;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The function that updates standings, carries on contests and erasures, and starts the first matches of new bots. Each
 * message is the text of a {@link Task}; the queue delivers equal messages to one run at a time. Duplicate or
 * unnecessary messages change nothing.
 */
public final class StandingsHandler extends Primed implements RequestHandler<SQSEvent, SQSBatchResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(StandingsHandler.class);

    private final TournamentUpdate tournaments;
    private final ContestUpdate contests;
    private final LadderUpdate ladders;
    private final ErasureUpdate erasures;
    private final FrontPage frontPage;
    private final LadderMatchmaker matchmaker;
    private final Clock clock;

    public StandingsHandler() {
        this(new Aws(System.getenv()));
    }

    /** The environment has {@code BOUT_SITE} (the site's address), and what {@link LadderMatchmaker} reads. */
    public StandingsHandler(Aws aws) {
        clock = Machine.systemClock();
        Matches matches = aws.matches(clock);
        StandingsFiles files = new StandingsFiles(aws.bucket());
        prime(matches::prime, aws.matchQueue()::prime, files::prime);
        OpenLimits limits =
                new OpenLimits(OpenLimits.IN_ALL, OpenLimits.OF_PLAYER, MatchLimits.half(MatchLimits.PLACES));
        tournaments = new TournamentUpdate(aws, files, aws.site(), limits, clock);
        contests = new ContestUpdate(aws, files, clock);
        ladders = new LadderUpdate(aws, files, aws.site(), clock);
        erasures = new ErasureUpdate(aws, tournaments, ladders, clock);
        // With ladders of its own, because a message of each kind may be handled at the same time.
        matchmaker = LadderMatchmaker.of(aws, matches, clock);
        frontPage = new FrontPage(matches, files, clock);
    }

    /** Updates each subject of the batch once, in parallel. Messages of those that fail are delivered again. */
    @Override
    public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
        return Batch.workOnBodies(event, this::update, (subject, fault) -> LOG.atError()
                .addKeyValue("subject", subject)
                .setCause(fault)
                .log("Could not update the standings"));
    }

    private void update(String text) {
        switch (Task.of(text)) {
            case Task.Standings(Subject.Tournament(String id)) -> frontPage.update(tournaments.update(id));
            case Task.Standings(Subject.Ladder(String id)) -> {
                ladders.update(id);
                frontPage.update(false);
            }
            case Task.Contest(String id) -> contests.update(id).ifPresent(this::play);
            case Task.Erasure(String owner) -> erasures.update(owner);
            case Task.NewBots(String game) ->
                matchmaker.welcome(
                        Games.byId(game).orElseThrow(() -> new IllegalArgumentException("no game: " + game)),
                        clock.instant().truncatedTo(ChronoUnit.SECONDS));
        }
    }

    /** Each contest in a message of its own, so that none waits for the ladder of another one. */
    private void play(ContestRecord record) {
        Contest contest = record.contest();
        if (contest.state() == Contest.State.RUNNING) {
            frontPage.update(tournaments.update(contest.stages().getLast().tournament()));
        }
        if (record.settings().plan().ladder()) {
            matchmaker.run(record, clock.instant().truncatedTo(ChronoUnit.MINUTES));
        }
    }
}
