package bout.store.queue;

import bout.store.table.Backoff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.EmptyBatchRequestException;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** An SQS queue. Each kind is a class of its own, which prevents mix-ups and documents its messages. */
public abstract sealed class Queue<T>
        permits MatchQueue, DeadLetters, CheckQueue, WebhookQueue, ResultQueue, UpdateQueue {

    /** The most messages that SQS accepts in one request. */
    private static final int BATCH = 10;

    private static final int ATTEMPTS = 5;

    private final SqsClient sqs;
    private final String url;

    Queue(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    public static final class NotSent extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private NotSent(String url, List<String> bodies, String why) {
            super("the queue " + url.substring(url.lastIndexOf('/') + 1) + " rejected the messages " + bodies + ": "
                    + why);
        }
    }

    abstract String body(T content);

    /**
     * Of a FIFO queue: the messages of a group are handled one after the other. Of another one: the owner, or
     * {@code null}; SQS delivers those of an owner with many messages after those of others.
     */
    String group(T content) {
        return null;
    }

    /** Of a FIFO queue: it drops a message that is equal to one of the last minutes. */
    String deduplication(T content) {
        return null;
    }

    public void send(T content) {
        sqs.sendMessage(send -> send.queueUrl(url)
                .messageBody(body(content))
                .messageGroupId(group(content))
                .messageDeduplicationId(deduplication(content)));
    }

    /**
     * Sends messages in as few requests as possible.
     *
     * @throws NotSent when SQS refused some of them several times; all others are sent
     */
    public void sendTogether(List<? extends T> all) {
        sendTogether(all, () -> Duration.ZERO);
    }

    /** @param delay of each message: whole seconds, at most 15 minutes */
    void sendTogether(List<? extends T> all, Supplier<Duration> delay) {
        List<SendMessageBatchRequestEntry> messages = new ArrayList<>();
        for (T content : all) {
            int seconds = (int) delay.get().toSeconds();
            messages.add(SendMessageBatchRequestEntry.builder()
                    .id(Integer.toString(messages.size()))
                    .messageBody(body(content))
                    .messageGroupId(group(content))
                    .messageDeduplicationId(deduplication(content))
                    .delaySeconds(seconds == 0 ? null : seconds)
                    .build());
        }
        List<String> notSent = new ArrayList<>();
        String why = "";
        for (int from = 0; from < messages.size(); from += BATCH) {
            List<SendMessageBatchRequestEntry> batch = messages.subList(from, Math.min(from + BATCH, messages.size()));
            List<BatchResultErrorEntry> refused = sendBatch(batch);
            for (int attempt = 1; !refused.isEmpty(); attempt++) {
                Set<String> ids =
                        refused.stream().map(BatchResultErrorEntry::id).collect(Collectors.toSet());
                batch = batch.stream()
                        .filter(message -> ids.contains(message.id()))
                        .toList();
                if (attempt == ATTEMPTS || refused.stream().anyMatch(BatchResultErrorEntry::senderFault)) {
                    batch.forEach(message -> notSent.add(message.messageBody()));
                    why = refused.getFirst().code() + ", " + refused.getFirst().message();
                    break;
                }
                Backoff.pause(attempt);
                refused = sendBatch(batch);
            }
        }
        if (!notSent.isEmpty()) {
            throw new NotSent(url, notSent, why);
        }
    }

    private List<BatchResultErrorEntry> sendBatch(List<SendMessageBatchRequestEntry> messages) {
        return sqs.sendMessageBatch(batch -> batch.queueUrl(url).entries(messages))
                .failed();
    }

    /** @param wait until the message is delivered again: whole seconds, below 12 hours */
    public void postpone(String receipt, Duration wait) {
        sqs.changeMessageVisibility(
                change -> change.queueUrl(url).receiptHandle(receipt).visibilityTimeout((int) wait.toSeconds()));
    }

    public Inbox inbox() {
        return new Inbox(sqs, url);
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
