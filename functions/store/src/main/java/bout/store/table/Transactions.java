package bout.store.table;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/**
 * Writes made all together or not at all, with retries as long as the obstacle is temporary.
 *
 * @param attempts the maximum number of attempts, at least 1
 */
public record Transactions(Table table, int attempts) {

    /** Reasons for a cancellation after which a retry may succeed. */
    private static final Set<String> PASSING =
            Set.of("TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded");

    /** Whether this part of a cancelled transaction was not to be made as the table is. */
    public static boolean conditionFailed(CancellationReason reason) {
        return "ConditionalCheckFailed".equals(reason.code());
    }

    /**
     * Makes the writes.
     *
     * @param deciding the part whose failed condition is an answer to the caller; -1 = none, and the condition of any
     *     other part fails only where something is broken
     * @return nothing when all is written; else nothing is, and this is the item that the deciding part found, empty
     *     where it does not ask for it
     * @throws DynamoDbException when another reason cancelled it that does not pass, or has not passed
     */
    public Optional<Map<String, AttributeValue>> write(List<TransactWriteItem> parts, int deciding) {
        for (int attempt = 1; ; attempt++) {
            try {
                once(parts);
                return Optional.empty();
            } catch (TransactionCanceledException cancelled) {
                if (failed(cancelled, parts, deciding)) {
                    return Optional.of(
                            cancelled.cancellationReasons().get(deciding).item());
                }
                pauseAfter(attempt, cancelled);
            } catch (TransactionInProgressException inProgress) {
                pauseAfter(attempt, inProgress);
            }
        }
    }

    /**
     * Makes a write outside of transactions to an item that is also part of some. DynamoDB refuses it while such a
     * transaction is under way.
     *
     * @param attempts the maximum number of attempts, at least 1
     */
    static <R> R afterOthers(int attempts, Supplier<R> write) {
        for (int attempt = 1; ; attempt++) {
            try {
                return write.get();
            } catch (TransactionConflictException underWay) {
                if (attempt == attempts) {
                    throw underWay;
                }
                Backoff.pause(attempt);
            }
        }
    }

    /** Makes the writes, for a caller that makes others before the next attempt. */
    public void once(List<TransactWriteItem> parts) {
        table.dynamoDb().transactWriteItems(transaction -> transaction.transactItems(parts));
    }

    /**
     * Whether the condition of one part failed.
     *
     * @param part its place among the parts; -1 = there is none
     * @throws TransactionCanceledException this one, when it does not say for each part what became of it
     */
    public static boolean failed(TransactionCanceledException cancelled, List<TransactWriteItem> parts, int part) {
        List<CancellationReason> reasons = cancelled.cancellationReasons();
        if (reasons.size() != parts.size()) {
            throw cancelled;
        }
        return part >= 0 && conditionFailed(reasons.get(part));
    }

    /**
     * Pauses before the next attempt.
     *
     * @param attempt how many were made, from 1
     * @throws DynamoDbException what stopped this attempt, when it does not pass or this was the last
     */
    public void pauseAfter(int attempt, DynamoDbException stopped) {
        if (attempt >= attempts || !passing(stopped)) {
            throw stopped;
        }
        Backoff.pause(attempt);
    }

    private static boolean passing(DynamoDbException stopped) {
        return stopped instanceof TransactionInProgressException
                || stopped instanceof TransactionCanceledException cancelled
                        && cancelled.cancellationReasons().stream().anyMatch(reason -> PASSING.contains(reason.code()));
    }
}
