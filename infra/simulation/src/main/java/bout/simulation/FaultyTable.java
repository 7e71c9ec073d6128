package bout.simulation;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** The table as one actor reaches it: over a network that loses requests and answers, through an SDK that retries. */
final class FaultyTable implements DynamoDbClient {

    private static final int LONGEST_PAUSE_SECONDS = 120;
    private static final int ATTEMPTS = 4;

    private final DynamoDbClient table;
    private final Line line;

    FaultyTable(DynamoDbClient table, Line line) {
        this.table = table;
        this.line = line;
    }

    /** The line from an actor to a service: every call hands over to other actors, and may go wrong. */
    record Line(World world, Scheduler.Actor actor, boolean mortal) {

        /**
         * Makes a call.
         *
         * @param call has its effect every time it is made
         * @param repeated what a retry gives after the first attempt has had its effect
         */
        <R> R call(Supplier<String> what, Supplier<R> call, Supplier<R> repeated) {
            Faults faults = world.faults();
            if (happens(faults.pauses())) {
                actor.step(() -> "is suspended before it " + what.get());
                actor.sleep(Duration.ofSeconds(1L + actor.random(LONGEST_PAUSE_SECONDS)));
            }
            Supplier<R> attempt = call;
            for (int attempts = 1; ; attempts++) {
                int attemptNumber = attempts;
                actor.step(() -> what.get() + (attemptNumber == 1 ? "" : ", attempt " + attemptNumber));
                if (mortal && happens(faults.kills())) {
                    actor.kill();
                    actor.step(() -> "is killed before it " + what.get());
                }
                if (attempts < ATTEMPTS && happens(faults.lost())) {
                    continue;
                }
                R answer;
                try {
                    answer = attempt.get();
                } finally {
                    world.updateIndexes(actor);
                }
                if (happens(faults.givenUp())) {
                    throw SdkClientException.builder()
                            .message("gave up")
                            .writableStackTrace(false)
                            .build();
                }
                if (attempts == ATTEMPTS || !happens(faults.lost())) {
                    return answer;
                }
                attempt = repeated;
            }
        }

        private boolean happens(int rate) {
            return rate > 0 && actor.random(1000) < rate;
        }
    }

    private <R> R call(Supplier<String> what, Supplier<R> call) {
        return line.call(what, call, call);
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        return call(() -> "reads " + key(request.key()), () -> table.getItem(request));
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        return call(() -> "reads items", () -> table.batchGetItem(request));
    }

    @Override
    public QueryResponse query(QueryRequest request) {
        return call(() -> "queries " + request.expressionAttributeValues().values(), () -> table.query(request));
    }

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
        return call(() -> "puts " + key(request.item()), () -> table.putItem(request));
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
        return call(() -> "updates " + key(request.key()) + ": " + request.updateExpression(), () -> {
            // Items of quotas are written in transactions and outside of them.
            if (request.key().get("sk").s().equals("quota")
                    && line.happens(line.world().faults().conflicts())) {
                throw underWay();
            }
            return table.updateItem(request);
        });
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest request) {
        return call(() -> "deletes " + key(request.key()), () -> table.deleteItem(request));
    }

    /** The SDK gives each transaction a token: a retry of one that succeeded succeeds. */
    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        return line.call(
                () -> "writes " + request.transactItems().size() + " items together",
                () -> {
                    if (line.happens(line.world().faults().conflicts())) {
                        throw conflict(request.transactItems().size());
                    }
                    return table.transactWriteItems(request);
                },
                () -> TransactWriteItemsResponse.builder().build());
    }

    private static TransactionCanceledException conflict(int parts) {
        return TransactionCanceledException.builder()
                .cancellationReasons(Collections.nCopies(
                        parts,
                        CancellationReason.builder().code("TransactionConflict").build()))
                .message("a simulated conflict")
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode("TransactionCanceledException")
                        .build())
                .writableStackTrace(false)
                .build();
    }

    private static TransactionConflictException underWay() {
        return TransactionConflictException.builder()
                .message("a simulated transaction is under way")
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode("TransactionConflictException")
                        .build())
                .writableStackTrace(false)
                .build();
    }

    private static String key(Map<String, AttributeValue> key) {
        return key.get("pk").s() + " " + key.get("sk").s();
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {
        // The table belongs to the world.
    }
}
