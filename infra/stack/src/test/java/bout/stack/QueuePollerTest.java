package bout.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.Queue;
import bout.cloud.template.Application.QueueBatches;
import bout.store.Aws;
import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

@Tag("server")
class QueuePollerTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private SqsClient sqs;
    private Queue queue;

    @BeforeEach
    void freshQueue() {
        use("MatchesQueue");
    }

    @Test
    void messages_are_collected_into_batches_up_to_the_batch_size() throws Exception {
        send(23);
        Recorder.reset(event -> List.of());
        QueuePoller poller = start(15, 2);
        List<Integer> sizes = new ArrayList<>(List.of(batch().size(), batch().size()));
        sizes.sort(null);
        assertEquals(List.of(8, 15), sizes);
        poller.drain(TIMEOUT);
        assertEquals(0, waiting());
        assertEquals(0, underWay());
    }

    @Test
    void only_messages_reported_as_failed_stay() throws Exception {
        send(5);
        Recorder.reset(event -> List.of(event.getRecords().get(2).getMessageId()));
        QueuePoller poller = start(10, 1);
        assertEquals(5, batch().size());
        poller.drain(TIMEOUT);
        assertEquals(1, waiting() + underWay());
    }

    @Test
    void all_messages_of_a_failed_batch_stay() throws Exception {
        send(3);
        Recorder.reset(event -> {
            throw new IllegalStateException("as the test wants it");
        });
        QueuePoller poller = start(10, 1);
        assertEquals(3, batch().size());
        poller.drain(TIMEOUT);
        assertEquals(3, waiting() + underWay());
    }

    @Test
    void concurrent_batches_are_limited() throws Exception {
        send(6);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch twoAtOnce = new CountDownLatch(2);
        Recorder.reset(event -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            twoAtOnce.countDown();
            assertTrue(twoAtOnce.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS));
            Thread.sleep(50); // enough time for a third one, if it were admitted
            now.decrementAndGet();
            return List.of();
        });
        QueuePoller poller = start(1, 2);
        for (int i = 0; i < 6; i++) {
            assertEquals(1, batch().size());
        }
        poller.drain(TIMEOUT);
        assertEquals(2, most.get());
    }

    @Test
    void a_stop_asks_the_function_to_finish_and_returns_unprocessed_messages() throws Exception {
        send(2);
        Recorder.reset(event -> {
            assertTrue(Recorder.closed.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS));
            return List.of(event.getRecords().getFirst().getMessageId());
        });
        QueuePoller poller = start(10, 1);
        assertEquals(2, batch().size());
        poller.drain(TIMEOUT);
        assertEquals(1, waiting(), "the one that failed is visible again at once");
        assertEquals(0, underWay());
    }

    @Test
    void later_messages_of_a_failed_group_stay() throws Exception {
        use("ResultsQueue");
        for (int i = 0; i < 4; i++) {
            send("one", i);
        }
        send("two", 0);
        Recorder.reset(event -> event.getRecords().stream()
                .filter(message ->
                        group(message).equals("one") && message.getBody().equals("1"))
                .map(SQSMessage::getMessageId)
                .toList());
        QueuePoller poller = start(10, 1);
        List<SQSMessage> first = new ArrayList<>(batch());
        while (first.size() < 5) {
            first.addAll(batch());
        }
        poller.drain(TIMEOUT);
        assertEquals(3, waiting() + underWay(), "of one 1, 2 and 3");
    }

    private static String group(SQSMessage message) {
        return message.getAttributes().get("MessageGroupId");
    }

    private void use(String logicalId) {
        TestApplication application = TestAws.application();
        sqs = application.clients().sqs().get();
        queue = application.application().queues().stream()
                .filter(each -> each.logicalId().equals(logicalId))
                .findFirst()
                .orElseThrow();
    }

    private void send(String group, int number) {
        sqs.sendMessage(sent -> sent.queueUrl(queue.url().toString())
                .messageBody(Integer.toString(number))
                .messageGroupId(group)
                .messageDeduplicationId(group + number));
    }

    private QueuePoller start(int batchSize, int maximumConcurrency) throws StackNotStarted {
        Function function = new Function(
                "Work", "Work", Recorder.class.getName(), "x.jar", Duration.ofSeconds(30), Map.of(), List.of());
        QueuePoller poller = new QueuePoller(
                sqs,
                new QueueBatches(
                        queue,
                        batchSize,
                        queue.fifo() ? Duration.ZERO : Duration.ofSeconds(1),
                        true,
                        maximumConcurrency),
                LocalFunction.of(function, null));
        poller.start();
        return poller;
    }

    private void send(int messages) {
        for (int i = 0; i < messages; i++) {
            String body = "message " + i;
            sqs.sendMessage(sent -> sent.queueUrl(queue.url().toString()).messageBody(body));
        }
    }

    private static List<SQSMessage> batch() throws InterruptedException {
        List<SQSMessage> batch = Recorder.batches.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        assertNotNull(batch, "a batch within " + TIMEOUT);
        return batch;
    }

    private int waiting() {
        return count(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES);
    }

    private int underWay() {
        return count(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE);
    }

    private int count(QueueAttributeName name) {
        return Integer.parseInt(sqs.getQueueAttributes(
                        asked -> asked.queueUrl(queue.url().toString()).attributeNames(name))
                .attributes()
                .get(name));
    }

    /** Does what the test demands, and records its invocations. */
    public static final class Recorder implements RequestHandler<SQSEvent, SQSBatchResponse>, AutoCloseable {

        /** What a function does with a batch. */
        interface Work {
            List<String> failed(SQSEvent event) throws InterruptedException;
        }

        private static volatile BlockingQueue<List<SQSMessage>> batches;
        private static volatile CountDownLatch closed;
        private static volatile Work work;

        public Recorder(Aws aws) {}

        static void reset(Work does) {
            batches = new LinkedBlockingQueue<>();
            closed = new CountDownLatch(1);
            work = does;
        }

        @Override
        public SQSBatchResponse handleRequest(SQSEvent event, Context context) {
            batches.add(event.getRecords());
            try {
                return new SQSBatchResponse(
                        work.failed(event).stream().map(BatchItemFailure::new).toList());
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException("a function is never interrupted", interrupted);
            }
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }
}
