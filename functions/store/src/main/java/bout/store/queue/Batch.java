package bout.store.queue;

import bout.telemetry.Parallel;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A batch of messages, and which of them are to be delivered again. */
public final class Batch {

    private Batch() {}

    /**
     * Does the work in parallel, for equal bodies once, and returns when all is done.
     *
     * @param thrown receives each body whose work threw, and the exception
     * @return the messages to deliver again: all of those bodies
     */
    public static SQSBatchResponse workOnBodies(
            SQSEvent event, Consumer<String> work, BiConsumer<String, Throwable> thrown) {
        List<String> bodies = event.getRecords().stream()
                .map(SQSEvent.SQSMessage::getBody)
                .distinct()
                .toList();
        List<String> failed = Parallel.filter(bodies, body -> {
            try {
                work.accept(body);
                return false;
            } catch (RuntimeException | Error fault) {
                thrown.accept(body, fault);
                return true;
            }
        });
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
}
