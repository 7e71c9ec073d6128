package bout.store.queue;

import bout.store.table.Machine;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Handles a batch of messages in parallel, one virtual thread each. */
public final class Batch {

    private Batch() {}

    /** Handles one message. */
    @FunctionalInterface
    public interface Work {
        /** @return whether the message is done; if not, or if this throws, it will be delivered again */
        boolean done(SQSEvent.SQSMessage message) throws Exception;
    }

    /**
     * Returns when all messages have been handled.
     *
     * @param thrown receives each message whose handler threw, and the exception
     * @return the messages to deliver again
     */
    public static SQSBatchResponse work(SQSEvent event, Work work, BiConsumer<SQSEvent.SQSMessage, Throwable> thrown) {
        List<SQSBatchResponse.BatchItemFailure> failures = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Map<SQSEvent.SQSMessage, Future<Boolean>> attempts = new LinkedHashMap<>();
            for (SQSEvent.SQSMessage message : event.getRecords()) {
                FutureTask<Boolean> attempt = new FutureTask<>(() -> work.done(message));
                attempts.put(message, attempt);
                if (Machine.current().parallel()) {
                    threads.execute(attempt);
                } else {
                    attempt.run();
                }
            }
            attempts.forEach((message, attempt) -> {
                if (!done(message, attempt, thrown)) {
                    failures.add(new SQSBatchResponse.BatchItemFailure(message.getMessageId()));
                }
            });
        }
        return new SQSBatchResponse(failures);
    }

    /** Like {@link #work}, but does the work for equal bodies once; if that fails, all of their messages come again. */
    public static SQSBatchResponse workOnBodies(
            SQSEvent event, Consumer<String> work, BiConsumer<String, Throwable> thrown) {
        Map<String, SQSEvent.SQSMessage> firsts = new LinkedHashMap<>();
        event.getRecords().forEach(message -> firsts.putIfAbsent(message.getBody(), message));
        SQSEvent distinct = new SQSEvent();
        distinct.setRecords(List.copyOf(firsts.values()));
        List<String> failures = work(
                        distinct,
                        message -> {
                            work.accept(message.getBody());
                            return true;
                        },
                        (message, fault) -> thrown.accept(message.getBody(), fault))
                .getBatchItemFailures()
                .stream()
                .map(SQSBatchResponse.BatchItemFailure::getItemIdentifier)
                .toList();
        return new SQSBatchResponse(event.getRecords().stream()
                .filter(message ->
                        failures.contains(firsts.get(message.getBody()).getMessageId()))
                .map(message -> new SQSBatchResponse.BatchItemFailure(message.getMessageId()))
                .toList());
    }

    /** All messages, to deliver again. */
    public static SQSBatchResponse failed(SQSEvent event) {
        return new SQSBatchResponse(event.getRecords().stream()
                .map(message -> new SQSBatchResponse.BatchItemFailure(message.getMessageId()))
                .toList());
    }

    private static boolean done(
            SQSEvent.SQSMessage message, Future<Boolean> attempt, BiConsumer<SQSEvent.SQSMessage, Throwable> thrown) {
        try {
            return attempt.get();
        } catch (ExecutionException fault) {
            thrown.accept(message, fault.getCause());
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
