package bout.store.queue;

import bout.store.match.MatchRecord;
import bout.store.match.Subject;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The queue of results that are to go into the journals of their competitions. A message's body is the match's id.
 *
 * <p>The messages of a competition are worked on one after the other, those of several side by side. A message that is sent
 * again within five minutes does not come again; one that comes again changes nothing. Needs the action
 * {@code SendMessage} of the queue.
 */
public final class ResultQueue {

    private final SqsClient sqs;
    private final String url;

    /** @param url the queue's URL */
    public ResultQueue(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    /**
     * Has the result of a finished match written into its journal.
     *
     * @throws IllegalArgumentException when the match has no competition
     */
    public void send(MatchRecord match) {
        Subject subject = match.subject()
                .orElseThrow(() -> new IllegalArgumentException("the match " + match.id() + " counts for nothing"));
        sqs.sendMessage(send -> send.queueUrl(url)
                .messageBody(match.id())
                .messageGroupId(subject.text())
                .messageDeduplicationId(match.id()));
    }
}
