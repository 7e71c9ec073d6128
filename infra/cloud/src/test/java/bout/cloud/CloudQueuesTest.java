package bout.cloud;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.LongDataType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.SqsException;

class CloudQueuesTest {

    private static final int MOST_BYTES = 256 * 1024;

    private final CloudQueues queues = new CloudQueues(Clock.systemUTC());

    private static String queue(CloudQueues queues, Map<QueueAttributeName, String> attributes) {
        String name = attributes.containsKey(QueueAttributeName.FIFO_QUEUE) ? "matches.fifo" : "matches";
        return queues.createQueue(create -> create.queueName(name).attributes(attributes))
                .queueUrl();
    }

    private static void send(CloudQueues queues, String url, String body) {
        queues.sendMessage(send -> send.queueUrl(url).messageBody(body));
    }

    private static List<Message> receive(CloudQueues queues, String url, int seconds) {
        return queues.receiveMessage(receive -> receive.queueUrl(url)
                        .maxNumberOfMessages(10)
                        .waitTimeSeconds(seconds)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
                .messages();
    }

    @Test
    void a_receiver_that_waits_gets_a_message_as_soon_as_it_is_sent() throws Exception {
        String url = queue(queues, Map.of());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long start = System.nanoTime();
            Future<List<Message>> waiting = threads.submit(() -> receive(queues, url, 20));
            send(queues, url, "now");
            assertEquals("now", waiting.get(15, TimeUnit.SECONDS).getFirst().body());
            assertTrue(System.nanoTime() - start < Duration.ofSeconds(15).toNanos());
        }
    }

    /** Wherever storing fails, a message is in one of the queues, now and after a restart. */
    @Test
    void a_dead_letter_that_is_moved_while_storing_fails_is_in_one_queue() {
        for (int failing = 1; failing <= 5; failing++) {
            AtomicInteger untilFailure = new AtomicInteger();
            InstantSource time = () -> {
                if (untilFailure.getAndDecrement() == 1) {
                    throw new StorageException("The disk is full.", null);
                }
                return Instant.now();
            };
            Clock clock = time.withZone(ZoneOffset.UTC);
            Storage storage = Storage.inMemory();
            CloudQueues first = new CloudQueues(clock, storage);
            String source = withDeadLetters(first);
            send(first, source, "dead");
            receive(first, source, 0);
            send(first, source, "alive");
            untilFailure.set(failing);
            try {
                receive(first, source, 0);
            } catch (StorageException | SqsException notStored) {
                assertTrue(notStored.getMessage().startsWith("The disk is full."), notStored.getMessage());
            }
            untilFailure.set(0);
            assertEquals(2, messages(first), "call " + failing);
            CloudQueues restarted = new CloudQueues(clock, storage);
            withDeadLetters(restarted);
            assertEquals(2, messages(restarted), "call " + failing);
        }
    }

    /** Each message of the queue is received once. */
    private static String withDeadLetters(CloudQueues queues) {
        queues.createQueue(create -> create.queueName("dead"));
        return queue(
                queues,
                Map.of(
                        QueueAttributeName.VISIBILITY_TIMEOUT,
                        "0",
                        QueueAttributeName.REDRIVE_POLICY,
                        "{\"deadLetterTargetArn\":\"" + QueueSettings.arn("dead") + "\",\"maxReceiveCount\":1}"));
    }

    private static int messages(CloudQueues queues) {
        return Stream.of("matches", "dead")
                .flatMap(name -> queues
                        .getQueueAttributes(get -> get.queueUrl(name).attributeNames(QueueAttributeName.ALL))
                        .attributes()
                        .entrySet()
                        .stream())
                .filter(attribute -> attribute.getKey().toString().startsWith("ApproximateNumberOfMessages"))
                .mapToInt(attribute -> Integer.parseInt(attribute.getValue()))
                .sum();
    }

    @Test
    void a_duplicate_is_not_confirmed_before_the_first_is_stored() throws Exception {
        Storage storage = Storage.inMemory();
        CloudQueues stored = new CloudQueues(Clock.systemUTC(), storage);
        String url = queue(stored, Map.of(QueueAttributeName.FIFO_QUEUE, "true"));
        Storage.Rows<Long, byte[]> rows =
                storage.rows("queue/matches.fifo", LongDataType.INSTANCE, ByteArrayDataType.INSTANCE);
        Runnable send = () -> stored.sendMessage(message -> message.queueUrl(url)
                .messageBody("once")
                .messageGroupId("group")
                .messageDeduplicationId("same"));
        Thread first = Thread.ofPlatform().unstarted(send);
        storage.write(() -> {
            first.start();
            // The other one waits for this write to end.
            while (first.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            send.run();
            assertEquals(1, rows.now().size());
            return null;
        });
        first.join();
        assertEquals(1, rows.now().size());
        assertEquals(1, receive(stored, url, 0).size());
    }

    @Test
    void a_receiver_that_waits_gets_a_delayed_message_when_it_is_due() {
        String url = queue(queues, Map.of(QueueAttributeName.DELAY_SECONDS, "1"));
        send(queues, url, "later");
        assertTrue(receive(queues, url, 0).isEmpty());
        assertEquals("later", receive(queues, url, 20).getFirst().body());
    }

    @Test
    void an_interrupted_receiver_stops_waiting() throws Exception {
        String url = queue(queues, Map.of());
        AtomicBoolean aborted = new AtomicBoolean();
        Thread receiver = Thread.ofVirtual().start(() -> {
            assertThrows(AbortedException.class, () -> receive(queues, url, 20));
            aborted.set(Thread.currentThread().isInterrupted());
        });
        receiver.interrupt();
        receiver.join();
        assertTrue(aborted.get());
    }

    @Test
    void a_message_or_a_batch_of_more_than_256_kib_is_refused() {
        String url = queue(queues, Map.of());
        send(queues, url, "x".repeat(MOST_BYTES));
        assertThrows(SqsException.class, () -> send(queues, url, "x".repeat(MOST_BYTES + 1)));
        assertThrows(SqsException.class, () -> send(queues, url, "ä".repeat(MOST_BYTES / 2 + 1)));
        String half = "x".repeat(MOST_BYTES / 2 + 1);
        assertThrows(
                SqsException.class,
                () -> queues.sendMessageBatch(batch -> batch.queueUrl(url)
                        .entries(entry -> entry.id("0").messageBody(half), entry -> entry.id("1")
                                .messageBody(half))));
        assertEquals(1, receive(queues, url, 0).size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "größer"})
    void a_group_that_sqs_does_not_take_is_refused(String group) {
        String url = queue(queues, Map.of());
        for (String each : List.of(group, "x".repeat(129))) {
            assertThrows(
                    SqsException.class,
                    () -> queues.sendMessage(
                            send -> send.queueUrl(url).messageBody("lost").messageGroupId(each)));
        }
        queues.sendMessage(send -> send.queueUrl(url).messageBody("kept").messageGroupId("x".repeat(128)));
    }

    @Test
    void what_the_product_does_not_use_is_refused() {
        String url = queue(queues, Map.of());
        assertThrows(UnsupportedOperationException.class, () -> queues.purgeQueue(purge -> purge.queueUrl(url)));
        assertThrows(QueueDoesNotExistException.class, () -> send(queues, url + "-other", "lost"));
    }

    @Test
    void a_message_is_dropped_after_its_retention() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2030-01-01T00:00:00Z"));
        InstantSource clock = now::get;
        CloudQueues old = new CloudQueues(clock.withZone(ZoneOffset.UTC));
        String url = queue(old, Map.of(QueueAttributeName.MESSAGE_RETENTION_PERIOD, "60"));
        send(old, url, "forgotten");
        now.set(now.get().plusSeconds(61));
        send(old, url, "new");
        assertEquals(
                List.of("new"), receive(old, url, 0).stream().map(Message::body).toList());
    }

    @Test
    void many_threads_get_each_message_once_and_each_group_in_order() throws Exception {
        String url = queue(queues, Map.of(QueueAttributeName.FIFO_QUEUE, "true"));
        int groups = 8;
        int messages = 250;
        Map<String, List<String>> received = new ConcurrentHashMap<>();
        CountDownLatch left = new CountDownLatch(groups * messages);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> tasks = new ArrayList<>();
            for (int i = 0; i < groups; i++) {
                String group = "g" + i;
                tasks.add(threads.submit(() -> {
                    for (int n = 0; n < messages; n++) {
                        String body = Integer.toString(n);
                        queues.sendMessage(send -> send.queueUrl(url)
                                .messageBody(body)
                                .messageGroupId(group)
                                .messageDeduplicationId(group + "-" + body));
                    }
                }));
                tasks.add(threads.submit(() -> {
                    while (left.getCount() > 0) {
                        for (Message message : receive(queues, url, 1)) {
                            String from = message.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID);
                            received.computeIfAbsent(from, unseen -> new ArrayList<>())
                                    .add(message.body());
                            queues.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(message.receiptHandle()));
                            left.countDown();
                        }
                    }
                }));
            }
            for (Future<?> task : tasks) {
                task.get();
            }
        }
        assertEquals(groups, received.size());
        received.values().forEach(bodies -> {
            for (int n = 0; n < messages; n++) {
                assertEquals(Integer.toString(n), bodies.get(n));
            }
            assertEquals(messages, bodies.size());
        });
    }

    @Test
    @Tag("server")
    void messages_survive_a_restart(@TempDir Path folder) {
        Map<QueueAttributeName, String> fifo = Map.of(QueueAttributeName.FIFO_QUEUE, "true");

        try (Storage storage = Storage.in(folder)) {
            CloudQueues stored = new CloudQueues(Clock.systemUTC(), storage);
            String url = queue(stored, Map.of());
            send(stored, url, "deleted");
            Message deleted = receive(stored, url, 0).getFirst();
            stored.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(deleted.receiptHandle()));
            send(stored, url, "postponed");
            Message postponed = receive(stored, url, 0).getFirst();
            stored.changeMessageVisibility(change -> change.queueUrl(url)
                    .receiptHandle(postponed.receiptHandle())
                    .visibilityTimeout(600));
            send(stored, url, "taken");
            assertEquals(1, receive(stored, url, 0).size());
            send(stored, url, "waiting");
            String ordered = queue(stored, fifo);
            for (String body : List.of("first", "second")) {
                stored.sendMessage(send -> send.queueUrl(ordered)
                        .messageBody(body)
                        .messageGroupId("g")
                        .messageDeduplicationId(body));
            }
        }
        try (Storage storage = Storage.in(folder)) {
            CloudQueues stored = new CloudQueues(Clock.systemUTC(), storage);
            String url = queue(stored, Map.of());
            Map<String, String> counts = new HashMap<>();
            receive(stored, url, 0)
                    .forEach(message -> counts.put(
                            message.body(),
                            message.attributes().get(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT)));
            assertEquals(Map.of("taken", "2", "waiting", "1"), counts);

            String ordered = queue(stored, fifo);
            stored.sendMessage(send -> send.queueUrl(ordered)
                    .messageBody("a duplicate")
                    .messageGroupId("g")
                    .messageDeduplicationId("second"));
            assertEquals(
                    List.of("first", "second"),
                    receive(stored, ordered, 0).stream().map(Message::body).toList());
        }
    }
}
