package bout.stack;

import bout.cloud.template.Application.QueueBatches;
import bout.store.queue.Inbox;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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

    private static final Logger LOG = LoggerFactory.getLogger(QueuePoller.class);

    /** SQS's limit of messages per call. */
    private static final int MESSAGES_PER_CALL = 10;

    /** How often an idle poller asks, and how long a stop waits for a call in progress. */
    private static final int LONG_POLL_S = 1;

    private static final Duration PAUSE_AFTER_FAULT = Duration.ofSeconds(1);

    /** The most that one more call may add to a batch, when every message is as long as SQS allows. */
    private static final long MOST_PER_CALL = MESSAGES_PER_CALL * 256L * 1024;

    private final SqsClient sqs;
    private final QueueBatches source;
    private final LocalFunction function;
    private final String url;
    private final Semaphore free;
    private final ExecutorService invocations;
    private final Set<Message> underWay = ConcurrentHashMap.newKeySet();
    private final Thread poller;
    private volatile boolean stopping;

    QueuePoller(SqsClient sqs, QueueBatches source, LocalFunction function) {
        this.sqs = sqs;
        this.source = source;
        this.function = function;
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
                // Wait for a free slot before receiving, so that messages that cannot be taken yet stay visible.
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
            } catch (SdkException unreachable) {
                if (!stopping) {
                    LOG.error("Cannot poll the queue {}", source.queue().name(), unreachable);
                    pauseAfterFault();
                }
            } catch (InterruptedException interrupted) {
                return;
            }
        }
    }

    private static void pauseAfterFault() {
        try {
            Thread.sleep(PAUSE_AFTER_FAULT);
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
        return characters + MOST_PER_CALL < LocalFunction.MAX_PAYLOAD_BYTES;
    }

    private List<Message> receive(int waitSeconds, int most) {
        return sqs.receiveMessage(request -> request.queueUrl(url)
                        .maxNumberOfMessages(Math.min(MESSAGES_PER_CALL, most))
                        .waitTimeSeconds(waitSeconds)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
                .messages();
    }

    private void invoke(List<Message> batch) {
        try {
            List<Message> done = List.of();
            try {
                done = succeeded(batch, function.invoke(Inbox.event(batch), SQSBatchResponse.class));
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
            }
            delete(done);
            // Return messages cut off by a stop at once. Failed messages wait for their time-out, as on AWS.
            underWay.removeAll(stopping ? done : batch);
        } catch (SdkException unreachable) {
            LOG.error("Cannot delete messages that {} has processed; they will return", function.name(), unreachable);
        } finally {
            free.release();
        }
    }

    /**
     * Without partial batch responses, a function that returns has processed everything; with them, everything it does
     * not report.
     */
    private List<Message> succeeded(List<Message> batch, SQSBatchResponse answer) {
        if (!source.reportsFailures() || answer == null || answer.getBatchItemFailures() == null) {
            return batch;
        }
        Set<String> failed = answer.getBatchItemFailures().stream()
                .map(BatchItemFailure::getItemIdentifier)
                .collect(Collectors.toSet());
        if (!batch.stream().map(Message::messageId).collect(Collectors.toSet()).containsAll(failed)) {
            LOG.error(
                    "{} reported a failed message that is not in its batch; the whole batch will return",
                    function.name());
            return List.of();
        }
        // In each group of a FIFO queue, only the messages before the first failure are done. A function should also
        // report the later ones as failed; on AWS, its group would otherwise lose its order.
        Set<String> stopped = new HashSet<>();
        List<Message> done = new ArrayList<>();
        for (Message message : batch) {
            String group = message.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID);
            if (failed.contains(message.messageId())) {
                stopped.add(group);
            } else if (source.queue().fifo() && stopped.contains(group)) {
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
        for (int from = 0; from < messages.size(); from += MESSAGES_PER_CALL) {
            List<DeleteMessageBatchRequestEntry> some =
                    messages.subList(from, Math.min(messages.size(), from + MESSAGES_PER_CALL)).stream()
                            .map(message -> DeleteMessageBatchRequestEntry.builder()
                                    .id(message.messageId())
                                    .receiptHandle(message.receiptHandle())
                                    .build())
                            .toList();
            sqs.deleteMessageBatch(gone -> gone.queueUrl(url).entries(some));
        }
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
        for (Message left : underWay) {
            try {
                sqs.changeMessageVisibility(changed -> changed.queueUrl(url)
                        .receiptHandle(left.receiptHandle())
                        .visibilityTimeout(0));
            } catch (SdkException unreachable) {
                LOG.warn("Cannot return a message; it will return after its time-out", unreachable);
            }
        }
    }
}
