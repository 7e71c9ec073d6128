package bout.store.queue;

import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The matches that were given up for a reason of ours, each a message with its id, until somebody puts them back (see
 * {@link Redrive}) or two weeks have passed. SQS itself puts messages here, too, when they came to runners many times
 * and none could even look at the match.
 *
 * <p>Needs the action {@code SendMessage} of the queue to send, {@code ReceiveMessage} and {@code DeleteMessage} to take.
 */
public final class DeadLetters {

    /** The most that SQS hands out at once. */
    private static final int AT_ONCE = 10;

    /** Long enough for SQS to look on all its servers, without which it says now and then that nothing is there. */
    private static final int WAIT_SECONDS = 1;

    private final SqsClient sqs;
    private final String url;

    /** @param url the queue's URL */
    public DeadLetters(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    /**
     * A message that was taken and not yet removed.
     *
     * @param match what it says, which ought to be a match's id
     * @param receipt what SQS knows it by
     */
    record DeadLetter(String match, String receipt) {}

    /** Puts a match's id in. Before the record says that the match failed, so that none is failed and not here. */
    public void send(String id) {
        sqs.sendMessage(send -> send.queueUrl(url).messageBody(id));
    }

    /**
     * Some of the messages, or none when there are none.
     *
     * @param hidden how long nobody else gets them unless they are removed
     */
    List<DeadLetter> take(Duration hidden) {
        return sqs
                .receiveMessage(receive -> receive.queueUrl(url)
                        .maxNumberOfMessages(AT_ONCE)
                        .waitTimeSeconds(WAIT_SECONDS)
                        .visibilityTimeout((int) hidden.toSeconds()))
                .messages()
                .stream()
                .map(message -> new DeadLetter(message.body(), message.receiptHandle()))
                .toList();
    }

    void remove(DeadLetter letter) {
        sqs.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(letter.receipt()));
    }
}
