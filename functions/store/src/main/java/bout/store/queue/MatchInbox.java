package bout.store.queue;

import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The other end of {@link MatchQueue}, for a runner that takes further matches while it plays. */
public final class MatchInbox {

    /** The most that SQS delivers at once. */
    public static final int AT_ONCE = 10;

    /** A long poll, which asks all servers of SQS; no longer, because a runner that has nothing left waits for it. */
    private static final int WAIT_SECONDS = 1;

    /** A runner takes a match and removes its message within milliseconds, or not at all. */
    private static final Duration HIDDEN = Duration.ofSeconds(30);

    private final SqsClient sqs;
    private final String url;

    /** @param url the queue's URL */
    public MatchInbox(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    /**
     * A received message.
     *
     * @param receipt identifies it for SQS
     */
    public record Delivery(String body, String receipt) {}

    /**
     * Some of the waiting messages; empty if none comes within a second. Unless they are removed, they come again.
     *
     * @param most the maximum number, from 1
     */
    public List<Delivery> receive(int most) {
        return sqs
                .receiveMessage(receive -> receive.queueUrl(url)
                        .maxNumberOfMessages(Math.min(AT_ONCE, most))
                        .waitTimeSeconds(WAIT_SECONDS)
                        .visibilityTimeout((int) HIDDEN.toSeconds()))
                .messages()
                .stream()
                .map(message -> new Delivery(message.body(), message.receiptHandle()))
                .toList();
    }

    public void remove(Delivery delivery) {
        sqs.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(delivery.receipt()));
    }
}
