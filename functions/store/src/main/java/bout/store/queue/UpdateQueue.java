package bout.store.queue;

import bout.store.competition.Subject;
import java.time.Clock;
import java.time.Duration;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/**
 * The queue of standings to update. A message's body is the subject's text; it only says that something may have
 * changed, so it may be sent at any time.
 *
 * <p>The queue delays messages for two seconds, and accepts one per subject in two seconds: further ones are covered by
 * the first, which has not been delivered yet. So standings are computed every few seconds while results arrive,
 * however many. If clocks differ so much that a message is dropped wrongly, the update of everything once a minute
 * makes up for it.
 */
public final class UpdateQueue extends Queue<Subject> {

    /** How long the queue delays a message; the same as in template.yaml. */
    static final Duration KEPT_BACK = Duration.ofSeconds(2);

    private final Clock clock;

    /** @param url the queue's URL */
    public UpdateQueue(SqsClient sqs, String url, Clock clock) {
        super(sqs, url);
        this.clock = clock;
    }

    @Override
    SendMessageRequest.Builder message(Subject subject) {
        String slot = subject.text() + "@" + clock.millis() / KEPT_BACK.toMillis();
        return SendMessageRequest.builder()
                .messageBody(subject.text())
                .messageGroupId(subject.text())
                .messageDeduplicationId(slot);
    }
}
