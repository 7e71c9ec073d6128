package bout.cloud;

import bout.cloud.template.Application;
import bout.cloud.template.Application.Queue;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The cloud of an application, in this process: its table, its queues and its bucket. */
public final class Cloud implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Cloud.class);

    /** DynamoDB promises to delete what has expired within days. */
    private static final Duration EXPIRY = Duration.ofMinutes(10);

    private final Storage storage;
    private final CloudTable table;
    private final CloudQueues queues;
    private final CloudBucket bucket;

    private final ScheduledExecutorService expiry = Executors.newSingleThreadScheduledExecutor(
            Thread.ofVirtual().name("expiry").factory());

    private Cloud(Storage storage, CloudBucket bucket, Application application, Duration betweenExpiries) {
        this.storage = storage;
        this.table = new CloudTable(storage, application.tables().getFirst());
        this.queues = new CloudQueues(Clock.systemUTC(), storage);
        this.bucket = bucket;
        make(application, queues, bucket);
        long pause = betweenExpiries.toNanos();
        expiry.scheduleWithFixedDelay(() -> expire(Clock.systemUTC().instant()), pause, pause, TimeUnit.NANOSECONDS);
    }

    /** In memory: ends with the process. */
    public static Cloud inMemory(Application application) {
        return new Cloud(Storage.inMemory(), new CloudBucket(Clock.systemUTC()), application, EXPIRY);
    }

    /**
     * In a folder, which is created if need be.
     *
     * @throws StorageException if the folder cannot be used
     */
    public static Cloud in(Path folder, Application application) {
        return in(folder, application, EXPIRY);
    }

    static Cloud in(Path folder, Application application, Duration betweenExpiries) {
        return new Cloud(
                Storage.in(folder),
                new CloudBucket(Clock.systemUTC(), folder.resolve("bucket")),
                application,
                betweenExpiries);
    }

    public static void make(Application application, SqsClient queues, S3Client bucket) {
        // A redrive policy may only name an existing queue, and a dead-letter queue has none.
        application.queues().stream()
                .sorted(Comparator.comparing(queue -> queue.redrive().isPresent()))
                .forEach(queue -> make(queue, queues));
        application.buckets().forEach(each -> bucket.createBucket(made -> made.bucket(each.name())));
    }

    private static void make(Queue queue, SqsClient queues) {
        Map<String, String> attributes = new HashMap<>(queue.attributes());
        queue.redrive()
                .ifPresent(redrive -> attributes.put(
                        "RedrivePolicy",
                        "{\"deadLetterTargetArn\":\"" + QueueSettings.arn(redrive.deadLetterQueue())
                                + "\",\"maxReceiveCount\":" + redrive.maxReceiveCount() + "}"));
        queues.createQueue(made -> made.queueName(queue.name()).attributesWithStrings(attributes));
    }

    /** Deletes what expired before a time. Files that cannot be deleted now are deleted by the next run. */
    void expire(Instant now) {
        try {
            table.expire(now);
        } catch (RuntimeException refused) {
            // Whatever it is: an executor would say nothing and never run it again.
            if (!expiry.isShutdown()) {
                LOG.warn("What has expired cannot be deleted: {}", refused.toString());
            }
        }
    }

    public CloudTable table() {
        return table;
    }

    public SqsClient queues() {
        return queues;
    }

    public S3Client bucket() {
        return bucket;
    }

    @Override
    public void close() {
        // Without an interruption, which would close the file that it reads.
        expiry.shutdown();
        bucket.stop();
        storage.close();
    }
}
