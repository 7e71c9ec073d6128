package bout.store.queue;

import bout.store.match.MatchRecord;
import bout.store.match.Subject;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/**
 * The queue of results that are to go into the journals of their competitions. A message's body is the match's id.
 *
 * <p>The messages of a competition are worked on one after the other, those of several side by side. A message that is sent
 * again within five minutes does not come again; one that comes again changes nothing.
 */
public final class ResultQueue extends Queue<MatchRecord> {

    /** @param url the queue's URL */
    public ResultQueue(SqsClient sqs, String url) {
        super(sqs, url);
    }

    /** @throws IllegalArgumentException when the match has no competition */
    @Override
    SendMessageRequest.Builder message(MatchRecord match) {
        Subject subject = match.subject()
                .orElseThrow(() -> new IllegalArgumentException("the match " + match.id() + " counts for nothing"));
        return SendMessageRequest.builder()
                .messageBody(match.id())
                .messageGroupId(subject.text())
                .messageDeduplicationId(match.id());
    }
}
