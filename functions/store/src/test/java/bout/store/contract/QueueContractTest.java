package bout.store.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.CloudQueues;
import bout.store.TestAws;
import bout.store.TestClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SqsException;

/**
 * Makes random requests to a queue with a dead-letter queue, and compares each answer with a list of messages. In the
 * process time passes between requests; on LocalStack it does not matter.
 */
@Tag("aws")
class QueueContractTest {

    private static final int OPERATIONS = ContractSeeds.LOCALSTACK ? 500 : 50_000;
    private static final int MOST_RECEIVES = 3;
    private static final int ENOUGH = 60;
    private static final long DEDUPLICATION_MS = 300_000;
    private static final int LONG_S = 900;

    private final TestClock clock = new TestClock(Instant.ofEpochMilli(1_800_000_000_000L));
    private final SqsClient sqs =
            ContractSeeds.LOCALSTACK ? TestAws.localStack().sqs().get() : new CloudQueues(clock);
    private Random random;
    private boolean fifo;
    private int delay;
    private String url;
    private String deadUrl;
    private int sent;
    private final List<Expected> live = new ArrayList<>();
    private final List<Expected> dead = new ArrayList<>();
    private final Map<String, Expected> recent = new HashMap<>();
    private final Set<String> done = new HashSet<>();

    /** A message that was sent and not deleted. */
    private final class Expected {
        final String id;
        final String body;
        final String group;
        final long sentAt = clock.millis();
        long visibleAt;
        int received;
        String receipt;

        Expected(String id, String body, String group, long visibleAt) {
            this.id = id;
            this.body = body;
            this.group = group;
            this.visibleAt = visibleAt;
        }

        boolean visible() {
            return visibleAt <= clock.millis();
        }

        boolean taken() {
            return received > 0 && !visible();
        }

        /** The next receiver moves it to the dead-letter queue, unless others came first. */
        boolean spent() {
            return received >= MOST_RECEIVES && visible();
        }
    }

    static List<Long> seeds() {
        return ContractSeeds.of("queues");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_standard_queue_answers_as_expected(long seed) {
        compare(seed, false);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_fifo_queue_answers_as_expected(long seed) {
        compare(seed, true);
    }

    private void compare(long seed, boolean ordered) {
        random = new Random(seed);
        fifo = ordered;
        delay = ContractSeeds.LOCALSTACK || random.nextBoolean() ? 0 : 2;
        ContractSeeds.run("queues", seed, () -> {
            create();
            for (int i = 0; i < OPERATIONS; i++) {
                operate();
            }
        });
        Set<String> all = new HashSet<>(
                Set.of("sent", "refused", "received", "deleted", "postponed", "not in flight", "counted", "moved"));
        if (fifo) {
            all.add("dropped");
        }
        if (ContractSeeds.LOCALSTACK) {
            all.remove("not in flight");
        }
        all.removeAll(done);
        assertEquals(Set.of(), all, "the comparison is worth something only if everything happens");
    }

    private void create() {
        String name = "q" + UUID.randomUUID() + (fifo ? ".fifo" : "");
        String deadName = "dead-" + name;
        Map<QueueAttributeName, String> attributes = new HashMap<>();
        if (fifo) {
            attributes.put(QueueAttributeName.FIFO_QUEUE, "true");
        }
        deadUrl = sqs.createQueue(queue -> queue.queueName(deadName).attributes(attributes))
                .queueUrl();
        String arn = sqs.getQueueAttributes(get -> get.queueUrl(deadUrl).attributeNames(QueueAttributeName.QUEUE_ARN))
                .attributes()
                .get(QueueAttributeName.QUEUE_ARN);
        if (fifo) {
            attributes.put(QueueAttributeName.DEDUPLICATION_SCOPE, "messageGroup");
            attributes.put(QueueAttributeName.FIFO_THROUGHPUT_LIMIT, "perMessageGroupId");
        }
        attributes.put(QueueAttributeName.VISIBILITY_TIMEOUT, Integer.toString(LONG_S));
        attributes.put(QueueAttributeName.DELAY_SECONDS, Integer.toString(delay));
        attributes.put(
                QueueAttributeName.REDRIVE_POLICY,
                "{\"deadLetterTargetArn\":\"" + arn + "\",\"maxReceiveCount\":" + MOST_RECEIVES + "}");
        url = sqs.createQueue(queue -> queue.queueName(name).attributes(attributes))
                .queueUrl();
    }

    private void operate() {
        boolean full = live.size() > ENOUGH;
        switch (random.nextInt(12)) {
            case 0, 1 -> {
                if (!full) {
                    send(List.of(draft(0)), false);
                }
            }
            case 2 -> {
                if (!full) {
                    sendBatch();
                }
            }
            case 3, 4, 5 -> receive(live);
            case 6 -> receive(dead);
            case 7, 8 -> delete(random.nextInt(4) == 0 ? dead : live, full ? 10 : 1 + random.nextInt(3));
            case 9, 10 -> postpone(1 + random.nextInt(3));
            default -> {
                count();
                if (!ContractSeeds.LOCALSTACK) {
                    clock.forwardMillis(random.nextInt(10) == 0 ? random.nextInt(400_000) : random.nextInt(3_000));
                    recent.values().removeIf(message -> message.sentAt + DEDUPLICATION_MS <= clock.millis());
                }
            }
        }
    }

    /** @param id from 1 in a batch, or 0 for a message of its own */
    private SendMessageBatchRequestEntry draft(int id) {
        SendMessageBatchRequestEntry.Builder draft =
                SendMessageBatchRequestEntry.builder().id("e" + id).messageBody("body " + sent++);
        if (fifo) {
            String group = "g" + random.nextInt(5);
            // LocalStack forgets a message as soon as another group sends one with the same id.
            draft.messageGroupId(group)
                    .messageDeduplicationId((ContractSeeds.LOCALSTACK ? group : "") + "d" + random.nextInt(2000));
        } else if (random.nextInt(4) == 0) {
            draft.delaySeconds(ContractSeeds.LOCALSTACK ? LONG_S : random.nextInt(4));
        }
        // What SQS refuses.
        switch (random.nextInt(30)) {
            case 0 -> draft.messageBody("not XML: \u0001");
            case 1 -> {
                if (fifo && id == 0) { // LocalStack refuses the whole batch
                    draft.messageGroupId(null);
                }
            }
            default -> {}
        }
        return draft.build();
    }

    private String refusal(SendMessageBatchRequestEntry draft) {
        if (draft.messageBody().contains("XML")) {
            return "InvalidMessageContents";
        }
        return fifo && draft.messageGroupId() == null ? "MissingParameter" : null;
    }

    private void sendBatch() {
        if (random.nextInt(20) == 0) {
            assertEquals(
                    "AWS.SimpleQueueService.EmptyBatchRequest",
                    refused(() ->
                            sqs.sendMessageBatch(batch -> batch.queueUrl(url).entries(List.of()))));
            SendMessageBatchRequestEntry twice = draft(1);
            assertEquals(
                    "AWS.SimpleQueueService.BatchEntryIdsNotDistinct",
                    refused(() ->
                            sqs.sendMessageBatch(batch -> batch.queueUrl(url).entries(twice, twice))));
            done.add("refused");
            return;
        }
        List<SendMessageBatchRequestEntry> drafts = new ArrayList<>();
        for (int i = 1 + random.nextInt(10); i > 0; i--) {
            drafts.add(draft(i));
        }
        send(drafts, true);
    }

    private void send(List<SendMessageBatchRequestEntry> drafts, boolean batch) {
        Map<String, String> ids = new HashMap<>();
        Map<String, String> failed = new HashMap<>();
        if (batch) {
            SendMessageBatchResponse answer =
                    sqs.sendMessageBatch(all -> all.queueUrl(url).entries(drafts));
            answer.successful().forEach(entry -> ids.put(entry.id(), entry.messageId()));
            failed.putAll(codes(answer.failed()));
        } else {
            SendMessageBatchRequestEntry draft = drafts.getFirst();
            String code = refused(() -> ids.put(
                    draft.id(),
                    sqs.sendMessage(one -> one.queueUrl(url)
                                    .messageBody(draft.messageBody())
                                    .delaySeconds(draft.delaySeconds())
                                    .messageGroupId(draft.messageGroupId())
                                    .messageDeduplicationId(draft.messageDeduplicationId()))
                            .messageId()));
            if (code != null) {
                failed.put(draft.id(), code);
            }
        }
        for (SendMessageBatchRequestEntry draft : drafts) {
            String refusal = refusal(draft);
            assertEquals(refusal, failed.get(draft.id()), draft.toString());
            if (refusal != null) {
                done.add("refused");
                continue;
            }
            String id = ids.get(draft.id());
            String key = draft.messageGroupId() + " " + draft.messageDeduplicationId();
            Expected earlier = fifo ? recent.get(key) : null;
            if (earlier != null) {
                assertEquals(earlier.id, id, "a duplicate has the id of the first");
                done.add("dropped");
                continue;
            }
            int seconds = draft.delaySeconds() == null ? delay : draft.delaySeconds();
            Expected message =
                    new Expected(id, draft.messageBody(), draft.messageGroupId(), clock.millis() + seconds * 1000L);
            live.add(message);
            recent.put(key, message);
            done.add("sent");
        }
    }

    /** Those that a receiver may get, in order; of groups that someone works on, none. */
    private List<Expected> available(List<Expected> pile) {
        List<Expected> available = new ArrayList<>();
        Set<String> blocked = new HashSet<>();
        if (fifo) {
            pile.stream().filter(Expected::taken).forEach(message -> blocked.add(message.group));
        }
        for (Expected message : pile) {
            if (fifo && blocked.contains(message.group)) {
                continue;
            }
            if (message.visible()) {
                available.add(message);
            } else if (fifo) {
                blocked.add(message.group);
            }
        }
        return available;
    }

    private void receive(List<Expected> pile) {
        int most = 1 + random.nextInt(10);
        Integer hidden = ContractSeeds.LOCALSTACK || random.nextInt(3) == 0 ? null : random.nextInt(90);
        List<Message> got = sqs.receiveMessage(receive -> receive.queueUrl(pile == live ? url : deadUrl)
                        .maxNumberOfMessages(most)
                        .visibilityTimeout(hidden)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                        .messageAttributeNames("All"))
                .messages();
        List<Expected> spent = available(live).stream().filter(Expected::spent).toList();
        if (pile == live) {
            List<Expected> waiting = new ArrayList<>(available(live));
            waiting.removeAll(spent);
            assertEquals(Math.min(most, waiting.size()), got.size(), "received of " + waiting.size());
            if (got.size() < most) {
                spent.forEach(this::move);
            }
        } else {
            int fewest = Math.min(most, available(dead).size());
            assertTrue(got.size() >= fewest, "received " + got.size() + " of at least " + fewest);
            for (Message message : got) {
                List.copyOf(live).stream()
                        .filter(each -> each.spent() && each.id.equals(message.messageId()))
                        .forEach(this::move);
            }
        }
        Map<String, List<Expected>> groups = new LinkedHashMap<>();
        available(pile).stream()
                .filter(message -> pile == dead || !message.spent())
                .forEach(message -> groups.computeIfAbsent(
                                fifo ? message.group : message.id, unseen -> new ArrayList<>())
                        .add(message));
        for (Message message : got) {
            String group =
                    fifo ? message.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID) : message.messageId();
            Expected expected = groups.get(group).removeFirst();
            assertEquals(expected.id, message.messageId(), "the next message of " + group);
            assertEquals(expected.body, message.body());
            expected.received++;
            assertEquals(
                    Integer.toString(expected.received),
                    message.attributes().get(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT));
            expected.receipt = message.receiptHandle();
            expected.visibleAt = clock.millis() + 1000L * (hidden != null ? hidden : pile == live ? LONG_S : 30);
            done.add("received");
        }
    }

    private void move(Expected message) {
        live.remove(message);
        Expected letter = new Expected(message.id, message.body, message.group, clock.millis());
        letter.received = message.received;
        dead.add(letter);
        done.add("moved");
    }

    /** Some that were received and may still be where they were. */
    private List<Expected> some(List<Expected> pile, int most) {
        List<Expected> some = new ArrayList<>(pile.stream()
                .filter(message -> message.receipt != null && !(pile == live && message.spent()))
                .toList());
        while (some.size() > most) {
            some.remove(random.nextInt(some.size()));
        }
        return some;
    }

    private void delete(List<Expected> pile, int most) {
        List<Expected> some = some(pile, most);
        String queue = pile == live ? url : deadUrl;
        assertEquals(
                "ReceiptHandleIsInvalid",
                refused(() -> sqs.deleteMessage(one -> one.queueUrl(queue).receiptHandle("no receipt"))));
        if (some.isEmpty()) {
            return;
        }
        Map<String, String> failed = new HashMap<>();
        if (some.size() > 1) {
            failed.putAll(codes(sqs.deleteMessageBatch(all -> all.queueUrl(queue)
                            .entries(some.stream()
                                    .map(message -> DeleteMessageBatchRequestEntry.builder()
                                            .id(message.id)
                                            .receiptHandle(message.receipt)
                                            .build())
                                    .toList()))
                    .failed()));
        } else {
            Expected one = some.getFirst();
            failed.put(
                    one.id,
                    refused(() -> sqs.deleteMessage(gone -> gone.queueUrl(queue).receiptHandle(one.receipt))));
        }
        for (Expected message : some) {
            boolean expired = fifo && message.visible();
            assertEquals(expired ? "InvalidParameterValue" : null, failed.get(message.id), message.body);
            if (!expired) {
                pile.remove(message);
                done.add("deleted");
            }
        }
    }

    private void postpone(int most) {
        List<Expected> some = new ArrayList<>(some(live, most));
        if (ContractSeeds.LOCALSTACK) {
            some.removeIf(Expected::visible); // it hides those too
            if (fifo && !some.isEmpty()) {
                // There, one message that is visible again makes its whole group available.
                String group = some.getFirst().group;
                some.clear();
                live.stream()
                        .filter(message -> message.taken() && message.group.equals(group))
                        .limit(10)
                        .forEach(some::add);
            }
        }
        if (some.isEmpty()) {
            return;
        }
        int seconds = random.nextBoolean() || fifo && ContractSeeds.LOCALSTACK
                ? 0
                : ContractSeeds.LOCALSTACK ? LONG_S : random.nextInt(120);
        for (Expected message : some) {
            boolean taken = message.taken();
            String refusal = refused(() -> sqs.changeMessageVisibility(change ->
                    change.queueUrl(url).receiptHandle(message.receipt).visibilityTimeout(seconds)));
            if (taken) {
                assertEquals(null, refusal, message.body);
                message.visibleAt = clock.millis() + seconds * 1000L;
                done.add("postponed");
            } else {
                assertEquals("AWS.SimpleQueueService.MessageNotInflight", refusal, message.body);
                done.add("not in flight");
            }
        }
    }

    private void count() {
        Map<QueueAttributeName, String> counts = sqs.getQueueAttributes(
                        get -> get.queueUrl(url).attributeNames(QueueAttributeName.ALL))
                .attributes();
        long spent = live.stream().filter(Expected::spent).count();
        long visible = live.stream().filter(Expected::visible).count();
        long taken = live.stream().filter(Expected::taken).count();
        int counted = Integer.parseInt(counts.get(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES));
        assertTrue(
                visible - spent <= counted && counted <= visible,
                "counted " + counted + " of " + visible + " of which " + spent + " are spent");
        assertEquals(Long.toString(taken), counts.get(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE));
        assertEquals(
                Long.toString(live.size() - visible - taken),
                counts.get(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED));
        done.add("counted");
    }

    private static Map<String, String> codes(List<BatchResultErrorEntry> failed) {
        Map<String, String> codes = new HashMap<>();
        failed.forEach(entry -> codes.put(entry.id(), entry.code().replaceFirst("Exception$", "")));
        return codes;
    }

    /** The code of the refusal, or {@code null}. */
    private static String refused(Supplier<?> call) {
        try {
            call.get();
            return null;
        } catch (SqsException refused) {
            return refused.awsErrorDetails().errorCode();
        }
    }
}
