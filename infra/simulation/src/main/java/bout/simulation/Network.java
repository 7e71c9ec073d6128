package bout.simulation;

import bout.cloud.Cloud;
import bout.cloud.CloudBucket;
import bout.cloud.CloudQueues;
import bout.cloud.CloudTable;
import bout.cloud.Observed;
import bout.cloud.Observed.Call;
import bout.cloud.Storage;
import bout.cloud.template.Application;
import bout.simulation.Scheduler.Actor;
import bout.store.Clients;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;
import software.amazon.awssdk.services.sqs.model.SqsException;

/**
 * The table, the queues and the bucket as simulated processes reach them: over a network that loses requests and
 * answers, through an SDK that retries. Every call hands over to other actors. Messages arrive late and twice.
 */
final class Network {

    private static final int ATTEMPTS = 4;
    private static final int LONGEST_SUSPENSION_SECONDS = 120;
    private static final int LATEST_MESSAGE_SECONDS = 60;
    private static final int LONGEST_POLL_MILLIS = 8_000;
    private static final int LATEST_OUTAGE_MILLIS = 90_000;

    /** How long a queue's receiver takes to notice a message, in milliseconds, at most. */
    private static final int NOTICED_WITHIN = 8_000;

    /** How long everything may go wrong; then it must come right by itself. */
    private static final Duration FAULTS_LAST = Duration.ofMinutes(8);

    private final Scheduler scheduler;
    private final Faults faults;
    private final Outage outage;
    private final CloudTable table;
    private final CloudQueues queues;
    private final CloudBucket bucket;

    /** Those who wait for messages, by the queue's name. */
    private final Map<String, List<Actor>> waiting = new HashMap<>();

    private Promises promises;

    /**
     * How much goes wrong in a run. All rates are chances in a thousand for each call of a service.
     *
     * @param lost the request or its answer is lost and the SDK sends it again
     * @param givenUp the SDK gives up: the caller gets an exception, and does not know whether the request had an
     *     effect
     * @param conflicts a transaction meets another one and is cancelled, or a write of a quota meets one and is refused
     * @param pauses the caller stops for up to two minutes before the call, as if its machine was suspended
     * @param kills the caller dies; only runners and clients do, and others take over
     * @param skew how far the clock of a machine may be off
     */
    record Faults(int lost, int givenUp, int conflicts, int pauses, int kills, Duration skew) {
        static final Faults NONE = new Faults(0, 0, 0, 0, 0, Duration.ZERO);
        static final Faults MANY = new Faults(40, 15, 30, 15, 10, Duration.ofSeconds(5));
    }

    /** When a service cannot be reached, in milliseconds since the start. */
    private record Outage(String service, int from, int until) {
        boolean includes(SdkRequest request, long time) {
            return time >= from && time < until && request.getClass().getName().contains(service);
        }
    }

    Network(Scheduler scheduler, Application application, Faults faults) {
        this.scheduler = scheduler;
        this.faults = faults;
        int begin = scheduler.random().nextInt(LATEST_OUTAGE_MILLIS);
        outage = new Outage(
                List.of(".s3.", ".sqs.", ".dynamodb.", "none")
                        .get(scheduler.random().nextInt(4)),
                begin,
                begin + scheduler.random().nextInt(LATEST_OUTAGE_MILLIS));
        InstantSource now = scheduler::now;
        table = new CloudTable(Storage.inMemory(), application.tables().getFirst());
        queues = new CloudQueues(now.withZone(ZoneOffset.UTC));
        bucket = new CloudBucket(now.withZone(ZoneOffset.UTC));
        Cloud.make(application, queues, bucket);
        table.indexLag();
    }

    void promise(Promises kept) {
        promises = kept;
        table.watch(kept::written);
    }

    private Faults faults() {
        return scheduler.now().isBefore(Scheduler.START.plus(FAULTS_LAST)) ? faults : Faults.NONE;
    }

    /** How far the clock of a machine is off. */
    Duration skew() {
        int most = (int) faults().skew().toMillis();
        return Duration.ofMillis(most == 0 ? 0 : scheduler.random().nextInt(-most, most));
    }

    /** The services as they are, for the checks. */
    Clients quiet() {
        return new Clients(table, bucket, queues);
    }

    /** The services as the processes reach them. */
    Clients clients(Observed.Observer bug) {
        Observed.Observer network =
                (operation, request, call) -> bug.call(operation, request, made -> call(operation, made, call));
        return new Clients(
                Observed.client(DynamoDbClient.class, table, network),
                Observed.client(S3Client.class, bucket, network),
                Observed.client(SqsClient.class, queues, network));
    }

    void settleIndexes() {
        table.updateIndexes(Integer.MAX_VALUE);
    }

    private Object call(String operation, SdkRequest request, Call call) {
        Actor actor = scheduler.current();
        Supplier<String> what = () -> text(operation, request);
        Faults now = faults();
        if (happens(now.pauses())) {
            actor.step(() -> "is suspended before " + what.get());
            actor.process.suspend(Duration.ofSeconds(1L + actor.random(LONGEST_SUSPENSION_SECONDS)));
        }
        boolean done = false;
        for (int attempt = 1; ; attempt++) {
            int number = attempt;
            actor.step(() -> what.get() + (number == 1 ? "" : ", attempt " + number));
            if (actor.process.mortal && happens(now.kills())) {
                actor.process.kill();
                actor.step(() -> "is killed before " + what.get());
            }
            boolean unreachable = outage.includes(request, scheduler.millis()) && !now.equals(Faults.NONE);
            if (unreachable && attempt == ATTEMPTS) {
                throw gaveUp();
            }
            if (unreachable || attempt < ATTEMPTS && happens(now.lost())) {
                continue;
            }
            Object answer;
            try {
                // The SDK gives each transaction a token: a retry of one that succeeded succeeds.
                answer = done && request instanceof TransactWriteItemsRequest
                        ? TransactWriteItemsResponse.builder().build()
                        : perform(actor, request, call);
            } finally {
                if (actor.random(3) > 0) {
                    table.updateIndexes(1 + actor.random(4));
                }
            }
            done = true;
            if (happens(now.givenUp())) {
                throw gaveUp();
            }
            if (attempt == ATTEMPTS || !happens(now.lost())) {
                return answer;
            }
        }
    }

    private static SdkClientException gaveUp() {
        return SdkClientException.builder()
                .message("gave up")
                .writableStackTrace(false)
                .build();
    }

    private boolean happens(int rate) {
        return rate > 0 && scheduler.random().nextInt(1000) < rate;
    }

    private Object perform(Actor actor, SdkRequest request, Call call) {
        try {
            return switch (request) {
                case TransactWriteItemsRequest together
                when happens(faults().conflicts()) ->
                    throw conflict(together.transactItems().size());
                // Items of quotas are written in transactions and outside of them.
                case UpdateItemRequest update
                when update.key().get("sk").s().equals("quota") && happens(faults().conflicts()) ->
                    throw TransactionConflictException.builder()
                            .message("a simulated transaction is under way")
                            .writableStackTrace(false)
                            .build();
                case ReceiveMessageRequest receive -> received(actor, receive, call);
                case SendMessageRequest send -> sent(actor, send, call);
                case SendMessageBatchRequest batch -> sent(actor, batch, call);
                case DeleteObjectRequest delete -> {
                    Object answer = call.with(request);
                    promises.deleted(delete.key(), table.all());
                    yield answer;
                }
                case PutObjectRequest put -> {
                    Object answer = call.with(request);
                    promises.stored(put.key());
                    yield answer;
                }
                default -> call.with(request);
            };
        } finally {
            // Also if the answer is lost.
            request.getValueForField("QueueUrl", String.class).ifPresent(this::notice);
        }
    }

    private static Object received(Actor actor, ReceiveMessageRequest request, Call call) {
        SdkRequest atOnce = request.toBuilder().waitTimeSeconds(0).build();
        ReceiveMessageResponse answer = (ReceiveMessageResponse) call.with(atOnce);
        if (answer.messages().isEmpty() && request.waitTimeSeconds() != null) {
            actor.sleep(Duration.ofMillis(actor.random(LONGEST_POLL_MILLIS)));
            answer = (ReceiveMessageResponse) call.with(atOnce);
        }
        return answer;
    }

    private Object sent(Actor actor, SendMessageRequest request, Call call) {
        promises.sent(request.queueUrl(), request.messageBody());
        if (request.queueUrl().endsWith("-updates.fifo")) {
            return call.with(request);
        }
        if (request.queueUrl().endsWith(".fifo")) {
            // Others get the messages of a group when a receiver's time is over: so no function may count on groups.
            return call.with(request.toBuilder()
                    .messageGroupId(request.messageDeduplicationId())
                    .build());
        }
        Object answer = call.with(request.toBuilder()
                .delaySeconds(late(actor, request.delaySeconds()))
                .build());
        if (actor.random(10) == 0) {
            call.with(request.toBuilder()
                    .delaySeconds(actor.random(LATEST_MESSAGE_SECONDS))
                    .build());
        }
        return answer;
    }

    private static Object sent(Actor actor, SendMessageBatchRequest request, Call call) {
        return request.queueUrl().endsWith(".fifo")
                ? call.with(request)
                : call.with(request.toBuilder()
                        .entries(request.entries().stream()
                                .map(entry -> entry.toBuilder()
                                        .delaySeconds(late(actor, entry.delaySeconds()))
                                        .build())
                                .toList())
                        .build());
    }

    private static int late(Actor actor, Integer seconds) {
        return (seconds == null ? 0 : seconds) + (actor.random(10) == 0 ? actor.random(LATEST_MESSAGE_SECONDS) : 0);
    }

    /** The last part of the name of a queue with this URL. */
    private static String name(String url) {
        return url.substring(url.lastIndexOf('/') + 1);
    }

    /** Wakes one of those who wait for messages of a queue when there may be one. */
    private void notice(String url) {
        List<Actor> idle = waiting.getOrDefault(name(url), List.of());
        if (!idle.isEmpty()) {
            idle.get(scheduler.random().nextInt(idle.size())).wakeAt(noticed(url));
        }
    }

    private long noticed(String url) {
        long next = queues.nextReceivable(url);
        return next == Long.MAX_VALUE
                ? next
                : next - Scheduler.START.toEpochMilli() + scheduler.random().nextInt(NOTICED_WITHIN);
    }

    /** As Lambda does, takes messages for an invocation; waits until there are some. */
    List<Message> take(Actor actor, Application.Queue queue, int most) {
        String url = queue.url().toString();
        List<Actor> idle = waiting.computeIfAbsent(queue.name(), none -> new ArrayList<>());
        while (true) {
            List<Message> messages = queues.receiveMessage(receive -> receive.queueUrl(url)
                            .maxNumberOfMessages(most)
                            .messageSystemAttributeNames(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT))
                    .messages();
            if (!messages.isEmpty()) {
                notice(url);
                return messages;
            }
            idle.add(actor);
            actor.sleepUntil(noticed(url));
            idle.remove(actor);
        }
    }

    void delete(Actor actor, Application.Queue queue, Message message) {
        String url = queue.url().toString();
        try {
            queues.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(message.receiptHandle()));
        } catch (SqsException expired) {
            actor.step(() -> "deletes a message too late");
        }
        notice(url);
    }

    /** The subject of a call, without the parts that differ each time that a seed is run. */
    private static String text(String operation, SdkRequest request) {
        return operation + " "
                + switch (request) {
                    case PutItemRequest put -> key(put.item());
                    case UpdateItemRequest update -> key(update.key()) + ": " + update.updateExpression();
                    case QueryRequest query ->
                        query.expressionAttributeValues().values().stream()
                                .map(AttributeValue::s)
                                .filter(Objects::nonNull)
                                .sorted()
                                .toList();
                    case SendMessageRequest send -> send.messageBody() + " to " + name(send.queueUrl());
                    case SendMessageBatchRequest batch ->
                        batch.entries().stream()
                                        .map(entry -> entry.messageBody())
                                        .toList() + " to " + name(batch.queueUrl());
                    default ->
                        request.getValueForField("Key", Object.class)
                                .map(Network::key)
                                .orElse("");
                };
    }

    /** Of an item or a file. */
    private static String key(Object key) {
        return key instanceof Map<?, ?> item
                ? ((AttributeValue) item.get("pk")).s() + " " + ((AttributeValue) item.get("sk")).s()
                : key.toString();
    }

    /** The bodies of the messages in a queue without a receiver. */
    List<String> bodies(Application.Queue queue) {
        return queues
                .receiveMessage(receive -> receive.queueUrl(queue.url().toString())
                        .maxNumberOfMessages(10)
                        .visibilityTimeout(0))
                .messages()
                .stream()
                .map(Message::body)
                .toList();
    }

    private static TransactionCanceledException conflict(int parts) {
        return TransactionCanceledException.builder()
                .cancellationReasons(Collections.nCopies(
                        parts,
                        CancellationReason.builder().code("TransactionConflict").build()))
                .message("a simulated conflict")
                .writableStackTrace(false)
                .build();
    }
}
