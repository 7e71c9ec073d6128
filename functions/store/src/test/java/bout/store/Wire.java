package bout.store;

import bout.cloud.Observed;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The wire between the SDK and the cloud: counts what goes over it, loses answers, and lets things happen meanwhile.
 */
public final class Wire {

    private static final int ATTEMPTS = 4;

    private final List<String> operations = new CopyOnWriteArrayList<>();
    private final DoubleAdder writeUnits = new DoubleAdder();
    private final AtomicInteger itemsRead = new AtomicInteger();
    private final Map<String, AtomicInteger> toLose = new ConcurrentHashMap<>();
    private final List<BiConsumer<String, SdkRequest>> before = new CopyOnWriteArrayList<>();
    private final List<BiFunction<String, SdkResponse, SdkResponse>> responses = new CopyOnWriteArrayList<>();

    /** The cloud does what the next request of this kind asks, but its answer never comes. */
    public void loseNextAnswerOf(String operation) {
        toLose.computeIfAbsent(operation, ignored -> new AtomicInteger()).incrementAndGet();
    }

    public void before(BiConsumer<String, SdkRequest> action) {
        before.add(action);
    }

    /**
     * Lets something happen before the next request of this kind, and before no later one.
     *
     * @return whether it has happened
     */
    public AtomicBoolean beforeNext(String operation, Runnable action) {
        AtomicBoolean done = new AtomicBoolean();
        before((name, request) -> {
            if (name.equals(operation) && done.compareAndSet(false, true)) {
                action.run();
            }
        });
        return done;
    }

    public void response(BiFunction<String, SdkResponse, SdkResponse> change) {
        responses.add(change);
    }

    /** The write units that DynamoDB says it took for the calls so far, index included. */
    public double writeUnits() {
        return writeUnits.sum();
    }

    /** How many items the queries so far have read, including those that a filter left out. */
    public int itemsRead() {
        return itemsRead.get();
    }

    /** The calls so far, in order; a call that is sent several times counts once. */
    public List<String> operations() {
        return List.copyOf(operations);
    }

    public void forget() {
        operations.clear();
        writeUnits.reset();
        itemsRead.set(0);
    }

    public Clients over(Clients clients) {
        return new Clients(
                () -> Observed.client(DynamoDbClient.class, clients.dynamoDb().get(), this::call),
                () -> Observed.client(S3Client.class, clients.s3().get(), this::call),
                () -> Observed.client(SqsClient.class, clients.sqs().get(), this::call));
    }

    private Object call(String operation, SdkRequest request, Observed.Call call) {
        operations.add(operation);
        before.forEach(action -> action.accept(operation, request));
        Object answer = call.with(withCapacity(request));
        AtomicInteger left = toLose.get(operation);
        for (int attempt = 1; left != null && left.getAndUpdate(n -> Math.max(0, n - 1)) > 0; attempt++) {
            if (attempt == ATTEMPTS) {
                throw SdkClientException.create("no answer");
            }
            // The SDK asks again; of a transaction, DynamoDB then knows that it is the same.
            answer = request instanceof TransactWriteItemsRequest ? answer : call.with(request);
        }
        if (!(answer instanceof SdkResponse response)) {
            return answer;
        }
        count(response);
        for (BiFunction<String, SdkResponse, SdkResponse> change : responses) {
            response = change.apply(operation, response);
        }
        return response;
    }

    private static SdkRequest withCapacity(SdkRequest request) {
        return switch (request) {
            case PutItemRequest put ->
                put.toBuilder().returnConsumedCapacity("TOTAL").build();
            case UpdateItemRequest update ->
                update.toBuilder().returnConsumedCapacity("TOTAL").build();
            case TransactWriteItemsRequest transaction ->
                transaction.toBuilder().returnConsumedCapacity("TOTAL").build();
            default -> request;
        };
    }

    private void count(SdkResponse response) {
        switch (response) {
            case PutItemResponse put -> count(put.consumedCapacity());
            case UpdateItemResponse update -> count(update.consumedCapacity());
            case TransactWriteItemsResponse transaction ->
                transaction.consumedCapacity().forEach(this::count);
            case QueryResponse query -> itemsRead.addAndGet(query.scannedCount());
            default -> {}
        }
    }

    private void count(ConsumedCapacity consumed) {
        if (consumed != null) {
            writeUnits.add(consumed.capacityUnits());
        }
    }
}
