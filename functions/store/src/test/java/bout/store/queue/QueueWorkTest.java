package bout.store.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.TestAws;
import bout.store.TestCloud;
import bout.store.TestMessages;
import bout.store.Wire;
import bout.store.queue.Queue.MatchQueue;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

@Tag("aws")
class QueueWorkTest {

    private static final int MESSAGES = 25;

    private final Map<String, String> environment = TestCloud.freshEnvironment();
    private final String url = environment.get("BOUT_MATCHES_QUEUE");
    private final Wire wire = new Wire();

    @AutoClose
    private final SqsClient sqs = wire.over(TestAws.clients(environment)).sqs().get();

    /** Each request to the queue costs, and a runner receives most of its matches so. */
    @Test
    void messages_that_it_received_itself_are_removed_several_at_a_time() {
        new MatchQueue(sqs, url)
                .send(IntStream.range(0, MESSAGES).mapToObj(Integer::toString).toList());
        CountDownLatch received = new CountDownLatch(MESSAGES);
        QueueWork work = new QueueWork(
                new Inbox(sqs, url),
                new QueueWork.Limits(100, 8, Duration.ZERO, 5, 15, Duration.ZERO, Duration.ofSeconds(30)));
        work.run(TestMessages.event(List.of("first")), work(received), () -> true);

        List<String> operations = wire.operations();
        assertEquals(0, Collections.frequency(operations, "DeleteMessage"));
        assertTrue(Collections.frequency(operations, "DeleteMessageBatch") < MESSAGES, operations::toString);
        assertEquals(0, count(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES));
        assertEquals(0, count(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE));
    }

    private int count(QueueAttributeName which) {
        return Integer.parseInt(sqs.getQueueAttributes(get -> get.queueUrl(url).attributeNames(which))
                .attributes()
                .get(which));
    }

    /** The first message is done when all others have been received. */
    private static QueueWork.Work work(CountDownLatch received) {
        return new QueueWork.Work() {
            @Override
            public String owner(SQSEvent.SQSMessage message) {
                return null;
            }

            @Override
            public boolean done(SQSEvent.SQSMessage message, Runnable settled) throws InterruptedException {
                if (message.getBody().equals("first")) {
                    received.await();
                } else {
                    received.countDown();
                }
                return true;
            }
        };
    }
}
