package bout.table;

import bout.telemetry.Machine;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/**
 * Writes made all together or not at all, with retries as long as the obstacle is temporary. After a lost answer the
 * SDK repeats a transaction with the same token, so it is made once and the answer is the same.
 */
public record Transactions(Table table, int attempts) {

    /** Reasons for a cancellation after which a retry may succeed. */
    private static final Set<String> PASSING =
            Set.of("TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded");

    /** About three seconds, including pauses. */
    private static final int ATTEMPTS = 8;

    public Transactions(Table table) {
        this(table, ATTEMPTS);
    }

    /**
     * @return the parts whose conditions did not hold, by their place, with the items that they found; nothing when all
     *     is written
     * @throws DynamoDbException when another reason cancelled it that does not pass, or has not passed
     */
    public Map<Integer, Item> write(List<TransactWriteItem> parts) {
        for (int attempt = 1; ; attempt++) {
            DynamoDbException stopped;
            try {
                table.dynamoDb().transactWriteItems(transaction -> transaction.transactItems(parts));
                return Map.of();
            } catch (TransactionCanceledException cancelled) {
                List<CancellationReason> reasons = cancelled.cancellationReasons();
                if (reasons.size() != parts.size()) {
                    throw cancelled;
                }
                Map<Integer, Item> refused = refused(reasons);
                if (!refused.isEmpty()) {
                    return refused;
                }
                if (reasons.stream().noneMatch(reason -> PASSING.contains(reason.code()))) {
                    throw cancelled;
                }
                stopped = cancelled;
            } catch (TransactionInProgressException inProgress) {
                stopped = inProgress;
            }
            if (attempt == attempts) {
                throw stopped;
            }
            Machine.backOff(attempt);
        }
    }

    private static Map<Integer, Item> refused(List<CancellationReason> reasons) {
        Map<Integer, Item> refused = new TreeMap<>();
        for (int part = 0; part < reasons.size(); part++) {
            if ("ConditionalCheckFailed".equals(reasons.get(part).code())) {
                refused.put(part, new Item(reasons.get(part).item()));
            }
        }
        return refused;
    }
}
