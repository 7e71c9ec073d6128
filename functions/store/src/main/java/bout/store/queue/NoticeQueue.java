package bout.store.queue;

import java.time.Duration;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The queue of notices that have yet to reach whoever is to be told of the end of a match or a tournament. A
 * message's body is the id of it.
 *
 * <p>Needs the action {@code SendMessage} of the queue to send, {@code ChangeMessageVisibility} to postpone.
 */
public final class NoticeQueue {

    private final SqsClient sqs;
    private final String url;

    /** @param url the queue's URL */
    public NoticeQueue(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    /** Has the notice of a match or a tournament that is over delivered. */
    public void send(String id) {
        sqs.sendMessage(send -> send.queueUrl(url).messageBody(id));
    }

    /**
     * Lets a message that was taken and could not be delivered come again after a while.
     *
     * @param wait whole seconds, below 12 hours
     */
    public void postpone(String receipt, Duration wait) {
        sqs.changeMessageVisibility(
                change -> change.queueUrl(url).receiptHandle(receipt).visibilityTimeout((int) wait.toSeconds()));
    }
}
