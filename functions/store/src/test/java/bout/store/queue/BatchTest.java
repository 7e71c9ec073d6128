package bout.store.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.store.TestMessages;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchTest {

    private final Queue<String> thrown = new ConcurrentLinkedQueue<>();

    /** The numbers of the messages to deliver again. */
    private List<String> failures(Consumer<String> work, String... bodies) {
        SQSEvent event = new SQSEvent();
        event.setRecords(IntStream.range(0, bodies.length)
                .mapToObj(number -> {
                    SQSEvent.SQSMessage message = new SQSEvent.SQSMessage();
                    message.setMessageId(Integer.toString(number));
                    message.setBody(bodies[number]);
                    return message;
                })
                .toList());
        return TestMessages.failed(Batch.workOnBodies(event, work, (body, fault) -> thrown.add(body)));
    }

    @Test
    void equal_bodies_are_handled_once_and_fail_together() {
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        List<String> failures = failures(
                body -> {
                    handled.add(body);
                    if (body.equals("bad")) {
                        throw new IllegalStateException("as the test wants it");
                    }
                },
                "bad",
                "good",
                "bad");
        assertEquals(List.of("0", "2"), failures);
        assertEquals(List.of("bad"), List.copyOf(thrown));
        assertEquals(List.of("bad", "good"), handled.stream().sorted().toList());
    }

    /** Only messages whose work has been done may be deleted. */
    @Test
    void an_interrupted_batch_is_still_handled() {
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        Thread.currentThread().interrupt();
        try {
            assertEquals(List.of(), failures(handled::add, "one", "two"));
        } finally {
            Thread.interrupted();
        }
        assertEquals(List.of("one", "two"), handled.stream().sorted().toList());
    }
}
