package bout.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Local substitutes for AWS: DynamoDB Local (a child process), S3Proxy for S3 and ElasticMQ for SQS. All listen on free
 * loopback ports.
 */
public final class EmbeddedAws implements AutoCloseable {

    /** The region of all local services. The value does not matter, but it must be the same everywhere. */
    public static final String REGION = "eu-west-1";

    private final Endpoints endpoints;
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    /** Starts services that keep everything in memory. */
    public static EmbeddedAws inMemory() throws IOException {
        return new EmbeddedAws(Optional.empty());
    }

    /**
     * Starts services that store everything in {@code folder}, and continue from what it contains.
     *
     * @throws IOException if a service does not start, with its output
     */
    public static EmbeddedAws in(Path folder) throws IOException {
        return new EmbeddedAws(Optional.of(folder));
    }

    private EmbeddedAws(Optional<Path> folder) throws IOException {
        try (ExecutorService starting = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<DynamoDbLocal> dynamoDb =
                    starting.submit(() -> new DynamoDbLocal(folder.map(data -> data.resolve("dynamodb"))));
            Future<S3Files> s3 = starting.submit(() -> new S3Files(folder.map(data -> data.resolve("s3"))));
            Future<ElasticMq> sqs =
                    starting.submit(() -> new ElasticMq(folder.map(data -> data.resolve("sqs")), REGION));
            started(List.of(dynamoDb, s3, sqs));
            endpoints = new Endpoints(
                    dynamoDb.resultNow().endpoint(),
                    s3.resultNow().endpoint(),
                    sqs.resultNow().endpoint(),
                    REGION);
        }
    }

    /** Waits for all services even if one failed, so that none is left running. */
    private void started(List<Future<? extends AutoCloseable>> starting) throws IOException {
        IOException failure = null;
        for (Future<? extends AutoCloseable> part : starting) {
            try {
                parts.push(part.get());
            } catch (ExecutionException failed) {
                IOException each = new IOException(failed.getCause().getMessage(), failed.getCause());
                if (failure == null) {
                    failure = each;
                } else {
                    failure.addSuppressed(each);
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                failure = new IOException("interrupted while starting the local services", interrupted);
            }
        }
        if (failure != null) {
            try {
                close();
            } catch (IOException alsoFailed) {
                failure.addSuppressed(alsoFailed);
            }
            throw failure;
        }
    }

    public Endpoints endpoints() {
        return endpoints;
    }

    /** Stops all services and waits until each has closed its files. Further calls have no effect. */
    @Override
    public synchronized void close() throws IOException {
        IOException failure = null;
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception failed) {
                IOException each = failed instanceof IOException io ? io : new IOException(failed);
                if (failure == null) {
                    failure = each;
                } else {
                    failure.addSuppressed(each);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
