package bout.store;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * The wire between the SDK and the cloud: counts what goes over it, loses answers, and lets things happen meanwhile.
 */
public final class Wire implements ExecutionInterceptor {

    private static final int ANSWER_LOST = 500;

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

    /** Does something before each request is sent. */
    public void before(BiConsumer<String, SdkRequest> action) {
        before.add(action);
    }

    /** Replaces each response. */
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

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        String operation = operation(attributes);
        operations.add(operation);
        before.forEach(action -> action.accept(operation, context.request()));
    }

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        return switch (context.request()) {
            case PutItemRequest put ->
                put.toBuilder().returnConsumedCapacity("TOTAL").build();
            case UpdateItemRequest update ->
                update.toBuilder().returnConsumedCapacity("TOTAL").build();
            case TransactWriteItemsRequest transaction ->
                transaction.toBuilder().returnConsumedCapacity("TOTAL").build();
            default -> context.request();
        };
    }

    @Override
    public void afterUnmarshalling(Context.AfterUnmarshalling context, ExecutionAttributes attributes) {
        switch (context.response()) {
            case PutItemResponse put -> writeUnits.add(put.consumedCapacity().capacityUnits());
            case UpdateItemResponse update ->
                writeUnits.add(update.consumedCapacity().capacityUnits());
            case TransactWriteItemsResponse transaction ->
                transaction.consumedCapacity().forEach(capacity -> writeUnits.add(capacity.capacityUnits()));
            case QueryResponse query -> itemsRead.addAndGet(query.scannedCount());
            default -> {}
        }
    }

    @Override
    public SdkHttpResponse modifyHttpResponse(Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
        AtomicInteger left = toLose.get(operation(attributes));
        boolean lose = left != null && left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
        return lose ? context.httpResponse().toBuilder().statusCode(ANSWER_LOST).build() : context.httpResponse();
    }

    @Override
    public SdkResponse modifyResponse(Context.ModifyResponse context, ExecutionAttributes attributes) {
        SdkResponse response = context.response();
        for (BiFunction<String, SdkResponse, SdkResponse> change : responses) {
            response = change.apply(operation(attributes), response);
        }
        return response;
    }

    private static String operation(ExecutionAttributes attributes) {
        return attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
    }
}
