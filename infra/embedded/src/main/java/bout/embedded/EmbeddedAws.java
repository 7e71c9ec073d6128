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
 * Stand-ins for DynamoDB (DynamoDB Local, a child process), S3 (S3Proxy) and SQS (ElasticMQ), all on free ports of the
 * loopback address.
 */
public final class EmbeddedAws implements AutoCloseable {

    /** What the parts say their region is. It has no meaning beyond being the same everywhere. */
    public static final String REGION = "eu-west-1";

    private final Endpoints endpoints;
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    /** Parts that keep everything in memory. */
    public static EmbeddedAws inMemory() throws IOException {
        return new EmbeddedAws(Optional.empty());
    }

    /**
     * Parts that keep everything under {@code folder}; started again there, all is as it was left.
     *
     * @throws IOException if a part does not start, with what it said
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

    /** Waits for all parts, also where one has failed: none is left behind. */
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
                failure = new IOException("interrupted while the parts started", interrupted);
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

    /** Stops all parts and waits until each has closed its files. Does nothing the second time. */
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
