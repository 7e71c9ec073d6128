package bout.stack;

import bout.embedded.Application.QueueBatches;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * Lambda's event source mapping for a queue: receives messages, gathers them to batches, and invokes the function with
 * up to the template's number of batches at once. What the function did not fail is deleted; the rest comes again when
 * its visibility time-out is over, as on AWS. While messages of a FIFO queue's group are with a function or hidden, the
 * queue gives no others of the group, so that the group's order stays.
 */
final class QueuePoller {

    /** Told about message bodies: a batch was taken, and a batch is done. */
    interface Listener {

        void taken(List<String> bodies);

        void done(List<String> bodies);
    }

    private static final Logger LOG = LoggerFactory.getLogger(QueuePoller.class);

    /** SQS gives and takes no more messages in one call. */
    private static final int MESSAGES_PER_CALL = 10;

    /** An idle poller asks this often; also how long stopping waits for a call that is under way. */
    private static final int LONG_POLL_S = 1;

    private static final Duration PAUSE_AFTER_FAULT = Duration.ofSeconds(1);

    private final SqsClient sqs;
    private final QueueBatches source;
    private final String queueArn;
    private final LocalFunction function;
    private final Optional<Listener> listener;
    private final String url;
    private final Semaphore free;
    private final ExecutorService invocations;
    private final Set<Message> underWay = ConcurrentHashMap.newKeySet();
    private final Thread poller;
    private volatile boolean stopping;

    QueuePoller(
            SqsClient sqs, QueueBatches source, String queueArn, LocalFunction function, Optional<Listener> listener) {
        this.sqs = sqs;
        this.source = source;
        this.queueArn = queueArn;
        this.function = function;
        this.listener = listener;
        this.url = source.queue().url().toString();
        this.free = new Semaphore(source.maximumConcurrency());
        this.invocations = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name(function.name() + "-", 0).factory());
        this.poller = Thread.ofVirtual().name("poll-" + source.queue().name()).unstarted(this::poll);
    }

    void start() {
        poller.start();
    }

    private void poll() {
        while (!stopping) {
            try {
                // First a place to play, then messages: those that nobody can take yet stay visible.
                if (!free.tryAcquire(LONG_POLL_S, TimeUnit.SECONDS)) {
                    continue;
                }
                List<Message> batch = List.of();
                try {
                    batch = gather();
                } finally {
                    if (batch.isEmpty()) {
                        free.release();
                    }
                }
                if (!batch.isEmpty()) {
                    List<Message> messages = batch;
                    underWay.addAll(messages);
                    invocations.execute(() -> invoke(messages));
                }
            } catch (InterruptedException interrupted) {
                return;
            } catch (SdkException unreachable) {
                if (!stopping) {
                    LOG.error("the queue {} cannot be polled", source.queue().name(), unreachable);
                    pause();
                }
            }
        }
    }

    private void pause() {
        try {
            Thread.sleep(PAUSE_AFTER_FAULT);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The messages of one batch: complete when it is full, or its window is over, or there is no window and no more. */
    private List<Message> gather() {
        List<Message> batch = new ArrayList<>(receive(LONG_POLL_S, source.batchSize()));
        if (batch.isEmpty()) {
            return batch;
        }
        long windowEnds = System.nanoTime() + source.window().toNanos();
        boolean waited = false;
        try {
            while (batch.size() < source.batchSize() && !stopping) {
                List<Message> more = receive(waited ? LONG_POLL_S : 0, source.batchSize() - batch.size());
                batch.addAll(more);
                boolean windowIsOver = windowEnds - System.nanoTime() <= 0;
                if (more.isEmpty() && (waited || windowIsOver)
                        || windowIsOver && !source.window().isZero()) {
                    break;
                }
                waited = more.isEmpty();
            }
        } catch (SdkException unreachable) {
            // What has been received is nobody else's for the length of its time-out.
            LOG.warn("a batch of {} is not gathered to its end", batch.size(), unreachable);
        }
        return batch;
    }

    private List<Message> receive(int waitSeconds, int most) {
        return sqs.receiveMessage(wanted -> wanted.queueUrl(url)
                        .maxNumberOfMessages(Math.min(MESSAGES_PER_CALL, most))
                        .waitTimeSeconds(waitSeconds)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                        .messageAttributeNames("All"))
                .messages();
    }

    private void invoke(List<Message> batch) {
        try {
            tell(batch, true);
            List<Message> done = batch;
            try {
                done = succeeded(batch, function.invoke(event(batch), SQSBatchResponse.class));
            } catch (RuntimeException fault) {
                if (stopping) {
                    LOG.warn("{} was cut off by the stop: {}", function.name(), fault.getMessage());
                } else {
                    LOG.error(
                            "{} failed for a batch of {}; its messages come again",
                            function.name(),
                            batch.size(),
                            fault);
                }
                done = List.of();
            }
            delete(done);
            // What a stop cut short is given back; what failed by itself waits for its time-out, as on AWS.
            underWay.removeAll(stopping ? done : batch);
            tell(batch, false);
        } catch (SdkException unreachable) {
            LOG.error(
                    "messages that {} is done with could not be deleted and come again", function.name(), unreachable);
        } finally {
            free.release();
        }
    }

    private void tell(List<Message> batch, boolean taken) {
        listener.ifPresent(told -> {
            List<String> bodies = batch.stream().map(Message::body).toList();
            if (taken) {
                told.taken(bodies);
            } else {
                told.done(bodies);
            }
        });
    }

    /** Without partial batch responses a function that returns has done all; with them, all that it does not name. */
    private List<Message> succeeded(List<Message> batch, SQSBatchResponse answer) {
        if (!source.reportsFailures() || answer == null || answer.getBatchItemFailures() == null) {
            return batch;
        }
        Set<String> known = batch.stream().map(Message::messageId).collect(Collectors.toSet());
        Set<String> failed = new HashSet<>();
        for (BatchItemFailure failure : answer.getBatchItemFailures()) {
            if (!known.contains(failure.getItemIdentifier())) {
                LOG.error("{} says that a message failed which is not in its batch; all come again", function.name());
                return List.of();
            }
            failed.add(failure.getItemIdentifier());
        }
        return source.queue().fifo()
                ? withoutThoseBehindFailures(batch, failed)
                : batch.stream()
                        .filter(message -> !failed.contains(message.messageId()))
                        .toList();
    }

    /**
     * What may go of a FIFO queue's batch: in each message group what comes before the first that failed. A function
     * should say of the others that they failed, too; on AWS its group would lose its order if it did not.
     */
    private List<Message> withoutThoseBehindFailures(List<Message> batch, Set<String> failed) {
        Set<String> stopped = new HashSet<>();
        List<Message> done = new ArrayList<>();
        for (Message message : batch) {
            String group = message.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID);
            if (failed.contains(message.messageId())) {
                stopped.add(group);
            } else if (stopped.contains(group)) {
                LOG.error(
                        "{} did a message of the group {} after one that failed; it comes again, in its order",
                        function.name(),
                        group);
            } else {
                done.add(message);
            }
        }
        return done;
    }

    private void delete(List<Message> messages) {
        for (List<Message> chunk : chunks(messages)) {
            List<DeleteMessageBatchRequestEntry> entries = new ArrayList<>();
            for (Message message : chunk) {
                entries.add(DeleteMessageBatchRequestEntry.builder()
                        .id(Integer.toString(entries.size()))
                        .receiptHandle(message.receiptHandle())
                        .build());
            }
            sqs.deleteMessageBatch(gone -> gone.queueUrl(url).entries(entries));
        }
    }

    private static List<List<Message>> chunks(List<Message> messages) {
        List<List<Message>> chunks = new ArrayList<>();
        for (int from = 0; from < messages.size(); from += MESSAGES_PER_CALL) {
            chunks.add(messages.subList(from, Math.min(messages.size(), from + MESSAGES_PER_CALL)));
        }
        return chunks;
    }

    private SQSEvent event(List<Message> batch) {
        List<SQSMessage> records = new ArrayList<>(batch.size());
        for (Message message : batch) {
            SQSMessage record = new SQSMessage();
            record.setMessageId(message.messageId());
            record.setReceiptHandle(message.receiptHandle());
            record.setBody(message.body());
            record.setMd5OfBody(message.md5OfBody());
            Map<String, String> attributes = new LinkedHashMap<>(message.attributesAsStrings());
            record.setAttributes(attributes);
            Map<String, SQSEvent.MessageAttribute> own = new LinkedHashMap<>();
            message.messageAttributes().forEach((name, value) -> {
                SQSEvent.MessageAttribute attribute = new SQSEvent.MessageAttribute();
                attribute.setDataType(value.dataType());
                attribute.setStringValue(value.stringValue());
                if (value.binaryValue() != null) {
                    attribute.setBinaryValue(value.binaryValue().asByteBuffer());
                }
                own.put(name, attribute);
            });
            record.setMessageAttributes(own);
            record.setEventSource("aws:sqs");
            record.setEventSourceArn(queueArn);
            record.setAwsRegion("local");
            records.add(record);
        }
        SQSEvent event = new SQSEvent();
        event.setRecords(records);
        return event;
    }

    /** Takes no more messages, and asks the function to come to an end. Returns at once. */
    void stop() {
        stopping = true;
        function.stop();
    }

    /**
     * Waits for what is under way, for as long as {@code patience}. What is not done by then is left as a crash would
     * leave it; messages that nobody is done with are given back.
     */
    void drain(Duration patience) throws InterruptedException {
        stop();
        poller.join();
        invocations.shutdown();
        if (!invocations.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            LOG.warn(
                    "{} is left in the middle of a batch of {}; it goes on within two minutes of the next start",
                    function.name(),
                    underWay.size());
        }
        giveBack(List.copyOf(underWay));
    }

    private void giveBack(List<Message> messages) {
        for (List<Message> chunk : chunks(messages)) {
            List<ChangeMessageVisibilityBatchRequestEntry> entries = new ArrayList<>();
            for (Message message : chunk) {
                entries.add(ChangeMessageVisibilityBatchRequestEntry.builder()
                        .id(Integer.toString(entries.size()))
                        .receiptHandle(message.receiptHandle())
                        .visibilityTimeout(0)
                        .build());
            }
            try {
                sqs.changeMessageVisibilityBatch(
                        changed -> changed.queueUrl(url).entries(entries));
            } catch (SdkException unreachable) {
                LOG.warn("messages could not be given back; they come again after their time-out", unreachable);
            }
        }
    }
}
