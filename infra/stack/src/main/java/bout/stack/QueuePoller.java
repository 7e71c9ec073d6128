package bout.stack;

import bout.cloud.template.Application.QueueBatches;
import bout.stack.function.InvocationRefused;
import bout.stack.function.InvocationRefused.Reason;
import bout.stack.function.LimitedFunction;
import bout.stack.function.Lineage;
import bout.stack.function.LocalFunction;
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
 * Lambda's event source mapping for a queue: receives messages, collects them into batches, and invokes the function
 * with as many concurrent batches as the template allows. Deletes messages that succeeded; the others return after
 * their visibility time-out, as on AWS. A FIFO queue delivers no further messages of a group while some are with a
 * function or hidden, so the group stays in order.
 */
final class QueuePoller {

    /** Notified when a batch is taken and when it is done. */
    interface Listener {

        void taken(List<String> bodies);

        void done(List<String> bodies);
    }

    private static final Logger LOG = LoggerFactory.getLogger(QueuePoller.class);

    /** SQS's limit of messages per call. */
    private static final int MESSAGES_PER_CALL = 10;

    /** How often an idle poller asks, and how long a stop waits for a call in progress. */
    private static final int LONG_POLL_S = 1;

    private static final Duration PAUSE_AFTER_FAULT = Duration.ofSeconds(1);

    /** Between attempts to invoke a throttled function. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    /** The most that one more call may add to a batch, when every message is as long as SQS allows. */
    private static final long MOST_PER_CALL = MESSAGES_PER_CALL * 256L * 1024;

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
                // Wait for a free slot before receiving, so that messages nobody can take yet stay visible.
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
                    LOG.error("Cannot poll the queue {}", source.queue().name(), unreachable);
                    pause(PAUSE_AFTER_FAULT);
                }
            }
        }
    }

    private static void pause(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * The messages of one batch. Complete when it is full, when its window ends, or, without a window, when the queue
     * is empty.
     */
    private List<Message> gather() {
        List<Message> batch = new ArrayList<>(receive(LONG_POLL_S, source.batchSize()));
        if (batch.isEmpty()) {
            return batch;
        }
        long windowEnds = System.nanoTime() + source.window().toNanos();
        boolean waited = false;
        try {
            while (batch.size() < source.batchSize() && fitsMore(batch) && !stopping) {
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
            // Messages already received are invisible to others for the visibility time-out, so process them.
            LOG.warn("Cannot complete a batch; continuing with {} messages", batch.size(), unreachable);
        }
        return batch;
    }

    /** Whether the batch stays below Lambda's limit for an event, whatever the next call brings. */
    private static boolean fitsMore(List<Message> batch) {
        long characters = batch.stream()
                .mapToLong(message -> message.body().length() + 1024L)
                .sum();
        return characters + MOST_PER_CALL < LimitedFunction.MAX_PAYLOAD_BYTES;
    }

    private List<Message> receive(int waitSeconds, int most) {
        return sqs.receiveMessage(request -> request.queueUrl(url)
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
                done = succeeded(batch, invokeOnceFree(batch));
            } catch (InvocationRefused refused) {
                if (refused.reason() != Reason.LOOP) { // already logged
                    LOG.warn("{}; its batch of {} will return", refused.getMessage(), batch.size());
                }
                done = List.of();
            } catch (RuntimeException fault) {
                if (stopping) {
                    LOG.warn("{} was aborted by the stop: {}", function.name(), fault.getMessage());
                } else {
                    LOG.error(
                            "{} failed for a batch of {}; the messages will return",
                            function.name(),
                            batch.size(),
                            fault);
                }
                done = List.of();
            }
            delete(done);
            // Return messages cut off by a stop at once. Failed messages wait for their time-out, as on AWS.
            underWay.removeAll(stopping ? done : batch);
            tell(batch, false);
        } catch (SdkException unreachable) {
            LOG.error("Cannot delete messages that {} has processed; they will return", function.name(), unreachable);
        } finally {
            free.release();
        }
    }

    /**
     * Lambda tries a throttled batch again, with growing pauses, until its messages become visible again; they then
     * return, and count as received once more.
     */
    private SQSBatchResponse invokeOnceFree(List<Message> batch) {
        long givesUp = System.nanoTime() + source.queue().visibilityTimeout().toNanos();
        Lineage lineage = batch.stream().map(QueuePoller::lineage).reduce(Lineage.NONE, Lineage::merged);
        for (Duration pause = FIRST_PAUSE; ; pause = longer(pause)) {
            try {
                return function.invoke(event(batch), SQSBatchResponse.class, lineage);
            } catch (InvocationRefused refused) {
                boolean later = givesUp - System.nanoTime() > pause.toNanos() && !stopping;
                if (refused.reason() != Reason.THROTTLED || !later) {
                    throw refused;
                }
                pause(pause);
            }
        }
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }

    private static Lineage lineage(Message message) {
        String header = message.attributes().get(MessageSystemAttributeName.AWS_TRACE_HEADER);
        return header == null ? Lineage.NONE : Lineage.of(header);
    }

    private void tell(List<Message> batch, boolean taken) {
        listener.ifPresent(observer -> {
            List<String> bodies = batch.stream().map(Message::body).toList();
            if (taken) {
                observer.taken(bodies);
            } else {
                observer.done(bodies);
            }
        });
    }

    /**
     * Without partial batch responses, a function that returns has processed everything; with them, everything it does
     * not report.
     */
    private List<Message> succeeded(List<Message> batch, SQSBatchResponse answer) {
        if (!source.reportsFailures() || answer == null || answer.getBatchItemFailures() == null) {
            return batch;
        }
        Set<String> known = batch.stream().map(Message::messageId).collect(Collectors.toSet());
        Set<String> failed = new HashSet<>();
        for (BatchItemFailure failure : answer.getBatchItemFailures()) {
            if (!known.contains(failure.getItemIdentifier())) {
                LOG.error(
                        "{} reported a failed message that is not in its batch; the whole batch will return",
                        function.name());
                return List.of();
            }
            failed.add(failure.getItemIdentifier());
        }
        return source.queue().fifo()
                ? beforeFirstFailure(batch, failed)
                : batch.stream()
                        .filter(message -> !failed.contains(message.messageId()))
                        .toList();
    }

    /**
     * The messages of a FIFO batch to delete: in each group, those before the first failure. A function should also
     * report the later ones as failed; on AWS, its group would otherwise lose its order.
     */
    private List<Message> beforeFirstFailure(List<Message> batch, Set<String> failed) {
        Set<String> stopped = new HashSet<>();
        List<Message> done = new ArrayList<>();
        for (Message message : batch) {
            String group = message.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID);
            if (failed.contains(message.messageId())) {
                stopped.add(group);
            } else if (stopped.contains(group)) {
                LOG.error(
                        "{} processed a message of group {} after a failed one; it will return in order",
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

    /** Stops receiving messages and asks the function to finish. Returns at once. */
    void stop() {
        stopping = true;
        function.stop();
    }

    /**
     * Waits up to {@code timeout} for running batches. Unfinished batches are left as after a crash; messages not taken
     * by the function are returned to the queue.
     */
    void drain(Duration timeout) throws InterruptedException {
        stop();
        poller.join();
        invocations.shutdown();
        if (!invocations.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            LOG.warn(
                    "{} did not finish a batch of {}; it will continue within two minutes of the next start",
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
                LOG.warn("Cannot return messages; they will return after their time-out", unreachable);
            }
        }
    }
}
