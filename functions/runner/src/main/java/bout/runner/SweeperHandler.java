package bout.runner;

import bout.store.Aws;
import bout.store.match.AbandonedMatches;
import bout.store.match.MatchRecord;
import bout.store.queue.MatchQueue;
import bout.store.tournament.Tournaments;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs each minute: finds the matches that nobody is at work on, because a runner died or a message was lost, and sends
 * them to the queue again; and the webhooks and results that a crash kept from their queues.
 */
public final class SweeperHandler implements RequestHandler<ScheduledEvent, Void> {

    private static final Logger LOG = LoggerFactory.getLogger(SweeperHandler.class);

    /** Each time reads again what was found before, so many at a time keep that small where very many wait. */
    private static final int AT_A_TIME = 1000;

    private static final int WEBHOOKS = 100;

    /** Where the function that writes journals is behind, they all have messages that still wait. */
    private static final int RESULTS = 500;

    /** What is left after that is left to the next minute's run. */
    private static final long LAST_SECONDS = TimeUnit.SECONDS.toMillis(20);

    private final AbandonedMatches abandoned;
    private final Tournaments tournaments;
    private final MatchQueue queue;
    private final EndMessages outgoing;

    /** As Lambda makes it. */
    public SweeperHandler() {
        this(System.getenv());
    }

    /**
     * @param environment what {@link Aws} reads for the table and the queue
     * @throws IllegalArgumentException for a variable that is missing or has a value that it cannot have
     */
    public SweeperHandler(Map<String, String> environment) {
        Aws aws = new Aws(environment);
        abandoned = aws.abandonedMatches(Clock.systemUTC());
        tournaments = aws.tournaments(Clock.systemUTC());
        queue = aws.matchQueue();
        outgoing = EndMessages.of(aws, Clock.systemUTC());
    }

    public SweeperHandler(AbandonedMatches abandoned, Tournaments tournaments, MatchQueue queue, EndMessages outgoing) {
        this.abandoned = abandoned;
        this.tournaments = tournaments;
        this.queue = queue;
        this.outgoing = outgoing;
    }

    @Override
    public Void handleRequest(ScheduledEvent event, Context context) {
        List<String> found;
        do {
            found = abandoned.requeue(AT_A_TIME);
            if (!found.isEmpty()) {
                queue.send(found);
                LOG.atWarn().addKeyValue("matches", found).log("Queued again what nobody was at work on");
            }
        } while (found.size() == AT_A_TIME && context.getRemainingTimeInMillis() > LAST_SECONDS);
        for (String id : outgoing.outbox().unsentWebhooks(WEBHOOKS)) {
            outgoing.webhooks().send(id);
            outgoing.outbox().webhookQueued(id);
            LOG.atWarn().addKeyValue("match", id).log("Queued a webhook that whoever ended the match did not");
        }
        for (String id : tournaments.unsentWebhooks(WEBHOOKS)) {
            outgoing.webhooks().send(id);
            tournaments.webhookQueued(id);
            LOG.atWarn()
                    .addKeyValue("tournament", id)
                    .log("Queued a webhook that whoever ended the tournament did not");
        }
        List<MatchRecord> unwritten = outgoing.outbox().unjournalled(RESULTS);
        unwritten.forEach(outgoing.results()::send);
        if (!unwritten.isEmpty()) {
            LOG.atWarn().addKeyValue("results", unwritten.size()).log("Queued again what is not yet in its journal");
        }
        return null;
    }
}
