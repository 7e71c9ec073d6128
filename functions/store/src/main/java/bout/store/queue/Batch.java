package bout.store.queue;

import bout.telemetry.Machine;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Handles a batch of messages in parallel, one virtual thread each. */
public final class Batch {

    private Batch() {}

    /**
     * Does the work for equal bodies once, and returns when all is done.
     *
     * @param thrown receives each body whose work threw, and the exception
     * @return the messages to deliver again: all of those bodies
     */
    public static SQSBatchResponse workOnBodies(
            SQSEvent event, Consumer<String> work, BiConsumer<String, Throwable> thrown) {
        Set<String> failed = new HashSet<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Map<String, Future<?>> attempts = new LinkedHashMap<>();
            for (SQSEvent.SQSMessage message : event.getRecords()) {
                String body = message.getBody();
                FutureTask<?> attempt = new FutureTask<>(() -> work.accept(body), null);
                if (attempts.putIfAbsent(body, attempt) != null) {
                    continue;
                }
                if (Machine.current().parallel()) {
                    threads.execute(attempt);
                } else {
                    attempt.run();
                }
            }
            attempts.forEach((body, attempt) -> {
                if (!done(body, attempt, thrown)) {
                    failed.add(body);
                }
            });
        }
        return failed(event, message -> failed.contains(message.getBody()));
    }

    public static SQSBatchResponse failed(SQSEvent event) {
        return failed(event, message -> true);
    }

    public static SQSBatchResponse failed(SQSEvent event, Predicate<SQSEvent.SQSMessage> which) {
        return new SQSBatchResponse(event.getRecords().stream()
                .filter(which)
                .map(message -> new SQSBatchResponse.BatchItemFailure(message.getMessageId()))
                .toList());
    }

    private static boolean done(String body, Future<?> attempt, BiConsumer<String, Throwable> thrown) {
        try {
            attempt.get();
            return true;
        } catch (ExecutionException fault) {
            thrown.accept(body, fault.getCause());
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
