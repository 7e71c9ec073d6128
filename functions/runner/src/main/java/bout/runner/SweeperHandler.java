package bout.runner;

import bout.engine.Game;
import bout.games.Games;
import bout.store.Aws;
import bout.store.Primed;
import bout.store.match.AbandonedMatches;
import bout.store.match.MatchRecord;
import bout.store.match.Matches;
import bout.store.match.WaitingMatch;
import bout.store.queue.Queue.MatchQueue;
import bout.store.queue.Queue.ResultQueue;
import bout.store.queue.Queue.WebhookQueue;
import bout.store.tournament.Tournaments;
import bout.telemetry.Machine;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs once a minute. Requeues abandoned matches, whose runner died or whose message was lost, and sends webhooks and
 * results that were not queued because of a crash.
 */
public final class SweeperHandler extends Primed implements RequestHandler<ScheduledEvent, Void> {

    private static final Logger LOG = LoggerFactory.getLogger(SweeperHandler.class);

    /** Each batch reads the runners again, and a page of queued matches of each game. */
    private static final int AT_A_TIME = 1000;

    /** So many of them a line of the log names. */
    private static final int NAMED = 10;

    private static final int WEBHOOKS = 100;

    /** While the journal function is behind, all of them still have a message in the queue. */
    static final int RESULTS = 500;

    /** The next run, a minute later, handles what is left. */
    private static final long LAST_SECONDS = TimeUnit.SECONDS.toMillis(20);

    private final AbandonedMatches abandoned;
    private final Tournaments tournaments;
    private final MatchQueue queue;
    private final Matches matches;
    private final WebhookQueue webhooks;
    private final ResultQueue results;

    public SweeperHandler() {
        this(new Aws(System.getenv()));
    }

    public SweeperHandler(Aws aws) {
        this(aws, Machine.systemClock(), Games.ALL);
    }

    /** @param games whose matches wait */
    public SweeperHandler(Aws aws, Clock clock, List<Game<?>> games) {
        abandoned = new AbandonedMatches(
                aws.table(), clock, games.stream().map(game -> game.card().id()).toList());
        tournaments = new Tournaments(aws.table(), clock);
        queue = aws.matchQueue();
        matches = aws.matches(clock);
        webhooks = aws.webhookQueue();
        results = aws.resultQueue();
        prime(() -> tournaments.unsentWebhooks(1), queue::prime);
    }

    @Override
    public Void handleRequest(ScheduledEvent event, Context context) {
        List<WaitingMatch> found;
        do {
            found = abandoned.requeue(AT_A_TIME);
            if (!found.isEmpty()) {
                queue.sendMatches(found, Duration.ZERO);
                LOG.atWarn()
                        .addKeyValue("count", found.size())
                        .addKeyValue(
                                "matches",
                                found.stream()
                                        .limit(NAMED)
                                        .map(WaitingMatch::id)
                                        .toList())
                        .log("Requeued abandoned matches");
            }
        } while (found.size() == AT_A_TIME && context.getRemainingTimeInMillis() > LAST_SECONDS);
        for (String id : matches.unsentWebhooks(WEBHOOKS)) {
            webhooks.send(new WebhookQueue.Ended(id, null));
            matches.webhookQueued(id);
            LOG.atWarn().addKeyValue("match", id).log("Queued an unsent webhook of a match");
        }
        for (String id : tournaments.unsentWebhooks(WEBHOOKS)) {
            webhooks.send(new WebhookQueue.Ended(id, null));
            tournaments.webhookQueued(id);
            LOG.atWarn().addKeyValue("tournament", id).log("Queued an unsent webhook of a tournament");
        }
        List<MatchRecord> unwritten = matches.unjournalled(RESULTS);
        unwritten.forEach(match -> {
            results.send(match);
            matches.resultQueued(match.id());
        });
        if (!unwritten.isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("results", unwritten.size())
                    .log("Requeued results that are not in their journals");
        }
        return null;
    }
}
