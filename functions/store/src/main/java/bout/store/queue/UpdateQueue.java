package bout.store.queue;

import bout.store.match.Subject;
import java.time.Clock;
import java.time.Duration;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/**
 * The queue of standings that are to be brought up to date. A message's body is the subject's text; it says no more than
 * that something may have changed, so anyone may send one at any time.
 *
 * <p>Messages are kept back for two seconds by the queue, and a subject has at most one in two seconds: whoever sends
 * another one meanwhile is served by the first, which nobody has taken yet. So standings are computed every few seconds
 * while results come in, however many come. Should clocks differ so much that a message is taken for one that has been
 * worked on, the update that is sent for everything each minute makes up for it.
 */
public final class UpdateQueue extends Queue<Subject> {

    /** How long the queue keeps a message back; template.yaml says the same. */
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
