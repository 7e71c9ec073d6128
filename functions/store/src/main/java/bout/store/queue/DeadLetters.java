package bout.store.queue;

import bout.store.match.WaitingMatch;
import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The dead-letter queue of matches that failed because of a server error. Each message is a match's id and stays until
 * a redrive (see {@link Redrive}) or for two weeks. SQS also moves messages here that many runners received but could
 * not handle.
 */
public final class DeadLetters {

    /** The most that SQS delivers at once. */
    private static final int AT_ONCE = 10;

    /** Long enough for SQS to query all its servers; otherwise it sometimes reports an empty queue. */
    private static final int WAIT_SECONDS = 1;

    private final SqsClient sqs;
    private final String url;

    /** @param url the queue's URL */
    public DeadLetters(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    /**
     * A message that was received and not yet removed.
     *
     * @param match what it says, which ought to be a match's id
     * @param receipt identifies it for SQS
     */
    record DeadLetter(String match, String receipt) {}

    /** Adds a match's id. Call this before marking the match as failed, so that no failed match is missing here. */
    public void send(String id) {
        sqs.sendMessage(send -> send.queueUrl(url).messageBody(id));
    }

    /**
     * Some of the messages; empty if there are none.
     *
     * @param hidden how long nobody else receives them
     */
    List<DeadLetter> take(Duration hidden) {
        return sqs
                .receiveMessage(receive -> receive.queueUrl(url)
                        .maxNumberOfMessages(AT_ONCE)
                        .waitTimeSeconds(WAIT_SECONDS)
                        .visibilityTimeout((int) hidden.toSeconds()))
                .messages()
                .stream()
                // SQS itself moves messages here, with the body that they had for the runners.
                .map(message -> new DeadLetter(WaitingMatch.read(message.body()).id(), message.receiptHandle()))
                .toList();
    }

    void remove(DeadLetter letter) {
        sqs.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(letter.receipt()));
    }
}
