package bout.bench.usage;

import java.util.List;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * Reports requests to the {@link Counting} in progress. The SDK finds this class through a resource and calls it for
 * every client, so the functions need not know that they are observed.
 */
public final class CountingInterceptor implements ExecutionInterceptor {

    /** Who counts a request is decided when it begins; one that is under way when a count begins is not counted. */
    private static final ExecutionAttribute<Counting> COUNTED = new ExecutionAttribute<>("CountedBy");

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        Counting.current().ifPresent(counting -> attributes.putAttribute(COUNTED, counting));
    }

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        return attributes.getAttribute(COUNTED) == null ? context.request() : withCapacity(context.request());
    }

    /** DynamoDB only tells what a request consumed if it is asked to. */
    private static SdkRequest withCapacity(SdkRequest request) {
        return switch (request) {
            case GetItemRequest get ->
                get.toBuilder()
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .build();
            case BatchGetItemRequest get ->
                get.toBuilder()
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .build();
            case QueryRequest query ->
                query.toBuilder()
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .build();
            case PutItemRequest put ->
                put.toBuilder()
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .build();
            case UpdateItemRequest update ->
                update.toBuilder()
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .build();
            case DeleteItemRequest delete ->
                delete.toBuilder()
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .build();
            case TransactWriteItemsRequest both ->
                both.toBuilder()
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .build();
            default -> request;
        };
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
        Counting counting = attributes.getAttribute(COUNTED);
        if (counting != null) {
            counting.request(name(context.request(), attributes));
            count(counting, context.response());
        }
    }

    private static void count(Counting counting, SdkResponse response) {
        switch (response) {
            case GetItemResponse got -> counting.read(units(got.consumedCapacity()));
            case BatchGetItemResponse got -> counting.read(units(got.consumedCapacity()));
            case QueryResponse queried -> counting.read(units(queried.consumedCapacity()));
            case PutItemResponse put -> counting.write(units(put.consumedCapacity()));
            case UpdateItemResponse updated -> counting.write(units(updated.consumedCapacity()));
            case DeleteItemResponse deleted -> counting.write(units(deleted.consumedCapacity()));
            case TransactWriteItemsResponse written -> counting.write(units(written.consumedCapacity()));
            default -> {}
        }
    }

    private static double units(ConsumedCapacity consumed) {
        return consumed.capacityUnits();
    }

    private static double units(List<ConsumedCapacity> consumed) {
        return consumed.stream().mapToDouble(CountingInterceptor::units).sum();
    }

    @Override
    public void onExecutionFailure(Context.FailedExecution context, ExecutionAttributes attributes) {
        Counting counting = attributes.getAttribute(COUNTED);
        if (counting != null) {
            counting.request(name(context.request(), attributes));
            if (context.exception() instanceof ConditionalCheckFailedException) {
                // A refused write is charged for the item that it found, which has less than 1 KB, but not reported.
                counting.write(1);
            }
        }
    }

    private static String name(SdkRequest request, ExecutionAttributes attributes) {
        String name = attributes.getAttribute(SdkExecutionAttribute.SERVICE_NAME) + "."
                + attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
        String queue = request.getValueForField("QueueUrl", String.class)
                .map(url -> "." + url.substring(url.lastIndexOf('-') + 1))
                .orElse("");
        String folder = request.getValueForField("Key", Object.class)
                .filter(String.class::isInstance)
                .map(key -> "." + ((String) key).split("/")[0])
                .orElse("");
        return name + queue + folder;
    }
}
