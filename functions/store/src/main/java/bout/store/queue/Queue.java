package bout.store.queue;

import bout.store.table.Backoff;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.EmptyBatchRequestException;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/**
 * An SQS queue. Each kind is a class of its own, which prevents mix-ups and documents its messages.
 *
 * @param <T> the content of a message
 */
public abstract sealed class Queue<T> permits MatchQueue, CheckQueue, WebhookQueue, ResultQueue, UpdateQueue {

    /** The most messages that SQS accepts in one request. */
    private static final int BATCH = 10;

    private static final int ATTEMPTS = 5;
    private static final int RECEIVE_SECONDS = 1;

    private final SqsClient sqs;
    private final String url;

    /** @param url the queue's URL */
    Queue(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    /** SQS rejected some of the messages. */
    public static final class NotSent extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient List<String> ids;

        private NotSent(String url, List<String> ids, String why) {
            super("the queue " + url.substring(url.lastIndexOf('/') + 1) + " rejected the messages " + ids + ": "
                    + why);
            this.ids = ids;
        }

        /** The ids that the messages had within their batch. */
        public List<String> ids() {
            return ids;
        }
    }

    /** The message with this content; the caller adds the queue. */
    abstract SendMessageRequest.Builder message(T said);

    public void send(T said) {
        sqs.sendMessage(message(said).queueUrl(url).build());
    }

    /**
     * Sends messages in as few requests as possible.
     *
     * @throws NotSent when SQS refused some of them several times; all others are sent
     */
    public void sendTogether(List<? extends T> all) {
        List<SendMessageBatchRequestEntry> messages = new ArrayList<>();
        for (T said : all) {
            SendMessageRequest message = message(said).build();
            messages.add(SendMessageBatchRequestEntry.builder()
                    .id(Integer.toString(messages.size()))
                    .messageBody(message.messageBody())
                    .messageGroupId(message.messageGroupId())
                    .messageDeduplicationId(message.messageDeduplicationId())
                    .build());
        }
        sendAll(messages);
    }

    /**
     * Sends messages in batches, and retries those that SQS rejects.
     *
     * @param messages each with a unique id
     * @throws NotSent when SQS refused some of them several times; all others are sent
     */
    void sendAll(List<SendMessageBatchRequestEntry> messages) {
        List<String> notSent = new ArrayList<>();
        String why = "";
        for (int from = 0; from < messages.size(); from += BATCH) {
            List<SendMessageBatchRequestEntry> rest = messages.subList(from, Math.min(from + BATCH, messages.size()));
            for (int attempt = 1; !rest.isEmpty(); attempt++) {
                List<BatchResultErrorEntry> refused = sendBatch(rest);
                Set<String> ids =
                        refused.stream().map(BatchResultErrorEntry::id).collect(Collectors.toSet());
                rest = rest.stream()
                        .filter(message -> ids.contains(message.id()))
                        .toList();
                if (!rest.isEmpty() && (attempt == ATTEMPTS || refused.stream().anyMatch(r -> r.senderFault()))) {
                    notSent.addAll(
                            rest.stream().map(SendMessageBatchRequestEntry::id).toList());
                    why = refused.getFirst().code() + ", " + refused.getFirst().message();
                    break;
                }
                if (!rest.isEmpty()) {
                    Backoff.pause(attempt);
                }
            }
        }
        if (!notSent.isEmpty()) {
            throw new NotSent(url, List.copyOf(notSent), why);
        }
    }

    private List<BatchResultErrorEntry> sendBatch(List<SendMessageBatchRequestEntry> messages) {
        return sqs.sendMessageBatch(batch -> batch.queueUrl(url).entries(messages))
                .failed();
    }

    /**
     * Delays the next delivery of a received message.
     *
     * @param wait whole seconds, below 12 hours
     */
    public void postpone(String receipt, Duration wait) {
        sqs.changeMessageVisibility(
                change -> change.queueUrl(url).receiptHandle(receipt).visibilityTimeout((int) wait.toSeconds()));
    }

    /** Some of the messages; waits a moment if there are none. */
    List<SQSEvent.SQSMessage> receive(int most) {
        return sqs
                .receiveMessage(receive -> receive.queueUrl(url)
                        .maxNumberOfMessages(most)
                        .waitTimeSeconds(RECEIVE_SECONDS)
                        .messageSystemAttributeNames(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT))
                .messages()
                .stream()
                .map(Queue::delivered)
                .toList();
    }

    /** A message as Lambda delivers it. */
    private static SQSEvent.SQSMessage delivered(Message message) {
        SQSEvent.SQSMessage delivered = new SQSEvent.SQSMessage();
        delivered.setMessageId(message.messageId());
        delivered.setReceiptHandle(message.receiptHandle());
        delivered.setBody(message.body());
        delivered.setAttributes(message.attributesAsStrings());
        return delivered;
    }

    void delete(String receipt) {
        sqs.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(receipt));
    }

    /** Sends a message with this body and a delay of whole seconds. */
    void sendAgain(String body, Duration delay) {
        sqs.sendMessage(send -> send.queueUrl(url).messageBody(body).delaySeconds((int) delay.toSeconds()));
    }

    /** Loads and warms what sending needs, with an empty batch, which SQS rejects. */
    public void prime() {
        try {
            sendBatch(List.of());
        } catch (EmptyBatchRequestException asExpected) {
            // The permission to send allows no request that does nothing.
        }
    }
}
