package bout.runner;

import bout.store.Aws;
import bout.store.match.MatchOutbox;
import bout.store.match.MatchRecord;
import bout.store.match.Status;
import bout.store.queue.ResultQueue;
import bout.store.queue.WebhookQueue;
import java.time.Clock;

/**
 * Sends the message that is due when a match ends: a webhook if its owner asked for one, or the result for the journal
 * of its competition. The outbox marks the match as well, so the sweeper sends whatever is not sent here.
 */
public record EndMessages(WebhookQueue webhooks, ResultQueue results, MatchOutbox outbox) {

    public static EndMessages of(Aws aws, Clock clock) {
        return new EndMessages(aws.webhookQueue(), aws.resultQueue(), aws.matchOutbox(clock));
    }

    /**
     * Sends the message that is due for a match that has just ended.
     *
     * @param end {@link Status#FINISHED}, {@link Status#FAILED} or {@link Status#CANCELLED}
     */
    void send(MatchRecord match, Status end) {
        if (match.origin().webhook() != null) {
            webhooks.send(match.id());
            outbox.webhookQueued(match.id());
        } else if (match.origin().competition() != null && end == Status.FINISHED) {
            results.send(match);
        }
    }
}
