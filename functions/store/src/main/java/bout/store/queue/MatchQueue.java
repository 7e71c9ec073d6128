package bout.store.queue;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.EmptyBatchRequestException;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * The queue of matches that wait for a runner. A message's body is a match's id and nothing else; what the match is, the
 * table says.
 *
 * <p>A message may come twice, and a match may have several. Needs the action {@code SendMessage} of the
 * queue.
 */
public final class MatchQueue {

    private final SqsClient sqs;
    private final String url;

    /** @param url the queue's URL */
    public MatchQueue(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    /** SQS did not take some of the messages. Their matches stay queued in the table, where the sweeper finds them. */
    public static final class NotSent extends RuntimeException {
        private final List<String> ids;

        private NotSent(List<String> ids, String why) {
            super("the queue did not take the messages for the matches " + ids + ": " + why);
            this.ids = ids;
        }

        /** The matches that have no message. */
        public List<String> ids() {
            return ids;
        }
    }

    /**
     * Sends the matches to the runners.
     *
     * @throws NotSent when SQS refused some of them several times; all others are sent
     */
    public void send(List<String> ids) {
        send(ids, Duration.ZERO);
    }

    /**
     * Sends the matches to the runners, to be had after a while.
     *
     * @param delay whole seconds, at most 15 minutes
     * @throws NotSent when SQS refused some of them several times; all others are sent
     */
    public void send(List<String> ids, Duration delay) {
        Sending.send(
                        new LinkedHashSet<>(ids)
                                .stream().map(id -> message(id, delay)).toList(),
                        this::sendBatch)
                .ifPresent(refused -> {
                    throw new NotSent(refused.ids(), refused.why());
                });
    }

    private static SendMessageBatchRequestEntry message(String id, Duration delay) {
        return SendMessageBatchRequestEntry.builder()
                .id(id)
                .messageBody(id)
                .delaySeconds(delay.isZero() ? null : (int) delay.toSeconds())
                .build();
    }

    private List<BatchResultErrorEntry> sendBatch(List<SendMessageBatchRequestEntry> messages) {
        return sqs.sendMessageBatch(batch -> batch.queueUrl(url).entries(messages))
                .failed();
    }

    /** Loads and warms what sending needs, by a batch of no message, which the queue refuses. */
    public void prime() {
        try {
            sendBatch(List.of());
        } catch (EmptyBatchRequestException asExpected) {
            // There is no request that the right to send allows and that does nothing.
        }
    }
}
