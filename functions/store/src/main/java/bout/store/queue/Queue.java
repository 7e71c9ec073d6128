package bout.store.queue;

import bout.competition.journal.Competition.Subject;
import bout.store.match.MatchRecord;
import bout.store.match.WaitingMatch;
import bout.telemetry.Machine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.EmptyBatchRequestException;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** An SQS queue. Each kind is a class of its own, which prevents mix-ups and documents its messages. */
public abstract sealed class Queue<T>
        permits Queue.MatchQueue, Queue.DeadLetters, CheckQueue, Queue.WebhookQueue, Queue.ResultQueue, UpdateQueue {

    /** The most messages that SQS accepts in one request. */
    private static final int BATCH = 10;

    private static final int ATTEMPTS = 5;

    private final SqsClient sqs;
    private final String url;
    private final Function<T, String> body;
    private final Function<T, String> group;
    private final Function<T, String> deduplication;

    /**
     * @param group of a FIFO queue: the messages of a group are handled one after the other. Of another one: the owner,
     *     or {@code null}; SQS delivers those of an owner with many messages after those of others
     * @param deduplication of a FIFO queue: it drops a message that is equal to one of the last minutes. Otherwise
     *     {@code null}
     */
    Queue(
            SqsClient sqs,
            String url,
            Function<T, String> body,
            Function<T, String> group,
            Function<T, String> deduplication) {
        this.sqs = sqs;
        this.url = url;
        this.body = body;
        this.group = group;
        this.deduplication = deduplication;
    }

    public static final class NotSent extends RuntimeException {
        private NotSent(String url, List<String> bodies, String why) {
            super("the queue " + url.substring(url.lastIndexOf('/') + 1) + " rejected the messages " + bodies + ": "
                    + why);
        }
    }

    public void send(T content) {
        sqs.sendMessage(send -> send.queueUrl(url)
                .messageBody(body.apply(content))
                .messageGroupId(group.apply(content))
                .messageDeduplicationId(deduplication.apply(content)));
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
                    .messageBody(body.apply(content))
                    .messageGroupId(group.apply(content))
                    .messageDeduplicationId(deduplication.apply(content))
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
                Machine.backOff(attempt);
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

    /**
     * The queue of matches that wait for a runner. A message's body is a match's id, and after a space its owner if the
     * owner has limits; the match itself is in the table.
     *
     * <p>A message may be delivered twice, and a match may have several messages.
     */
    public static final class MatchQueue extends Queue<WaitingMatch> {

        public MatchQueue(SqsClient sqs, String url) {
            super(sqs, url, WaitingMatch::text, WaitingMatch::owner, _ -> null);
        }

        /**
         * Sends matches without an owner's limit to the runners.
         *
         * @throws NotSent when SQS refused some of them several times; all others are sent. They stay queued in the
         *     table, where the sweeper finds them
         */
        public void send(List<String> ids) {
            sendMatches(ids.stream().map(id -> new WaitingMatch(id, null)).toList(), Duration.ZERO);
        }

        /** @param delay whole seconds, at most 15 minutes */
        public void sendMatches(List<WaitingMatch> matches, Duration delay) {
            sendTogether(matches.stream().distinct().toList(), () -> delay);
        }
    }

    /**
     * The dead-letter queue of matches that failed because of a server error. Each message is a match's id and stays
     * until a requeue (see {@link Requeue}) or for two weeks. SQS also moves messages here that many runners received
     * but could not handle. A match is sent here before it is marked as failed, so that no failed match is missing.
     */
    public static final class DeadLetters extends Queue<String> {

        public DeadLetters(SqsClient sqs, String url) {
            super(sqs, url, id -> id, _ -> null, _ -> null);
        }
    }

    /**
     * The queue of webhooks that have yet to be delivered. A message's body is the id of the match or the tournament
     * that ended, or of a contest with the number of an entry in its journal.
     */
    public static final class WebhookQueue extends Queue<WebhookQueue.Ended> {

        /** Between the id of a contest and the number of an entry. */
        public static final String ENTRY = "#";

        public WebhookQueue(SqsClient sqs, String url) {
            super(sqs, url, Ended::id, Ended::owner, _ -> null);
        }

        /**
         * A match or tournament that ended, or an entry of a contest's journal.
         *
         * @param owner who gets the webhook, or {@code null} if that is not known
         */
        public record Ended(String id, String owner) {}
    }

    /**
     * The queue of results to append to the journals of their competitions. A message's body is the match's id.
     *
     * <p>The messages of one competition are handled one after the other, those of several in parallel. SQS drops a
     * message that is sent again within five minutes; handling one twice has no effect.
     */
    public static final class ResultQueue extends Queue<MatchRecord> {

        public ResultQueue(SqsClient sqs, String url) {
            super(sqs, url, MatchRecord::id, ResultQueue::subject, MatchRecord::id);
        }

        private static String subject(MatchRecord match) {
            return match.subject()
                    .map(Subject::text)
                    .orElseThrow(() -> new IllegalArgumentException("the match " + match.id() + " has no competition"));
        }
    }
}
