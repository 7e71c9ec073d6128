package bout.table;

import bout.telemetry.Machine;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/**
 * The table: conditional writes of items, alone or several together, and reads by key or from the index
 * {@code by-status}.
 *
 * @param name its name in DynamoDB
 */
public record Table(DynamoDbClient dynamoDb, String name) {

    /** The most keys that BatchGetItem accepts. */
    private static final int BATCH = 100;

    private static final int BATCH_ATTEMPTS = 12;

    private static final int TRANSACTION_ATTEMPTS = 8;

    /** Reasons for a cancellation after which a retry of a transaction may succeed. */
    private static final Set<String> PASSING =
            Set.of("TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded");

    public TableUpdate update(Map<String, AttributeValue> key) {
        return new TableUpdate(this, key);
    }

    public TablePut put(Map<String, AttributeValue> key) {
        return new TablePut(this, key);
    }

    /** A put of an item that has another one, by its id, in a list of its own. */
    public TablePut listed(Map<String, AttributeValue> key, String id, String list) {
        return put(key).set(TableLayout.ID, id).set(TableLayout.LIST, list);
    }

    public TableDelete delete(Map<String, AttributeValue> key) {
        return new TableDelete(this, key);
    }

    /** As {@link #transact(List, int)}, for about three seconds, including pauses. */
    public Map<Integer, Item> transact(List<? extends ConditionalWrite<?>> writes) {
        return transact(writes, TRANSACTION_ATTEMPTS);
    }

    /**
     * Makes writes all together or not at all, with retries as long as the obstacle is temporary. After a lost answer
     * the SDK repeats a transaction with the same token, so it is made once and the answer is the same.
     *
     * @return the writes whose conditions did not hold, by their place, with the items that they found; nothing when
     *     all is written
     * @throws DynamoDbException when another reason cancelled it that does not pass, or has not passed
     */
    public Map<Integer, Item> transact(List<? extends ConditionalWrite<?>> writes, int attempts) {
        List<TransactWriteItem> parts =
                writes.stream().map(write -> write.part()).toList();
        for (int attempt = 1; ; attempt++) {
            DynamoDbException stopped;
            try {
                dynamoDb.transactWriteItems(transaction -> transaction.transactItems(parts));
                return Map.of();
            } catch (TransactionCanceledException cancelled) {
                List<CancellationReason> reasons = cancelled.cancellationReasons();
                if (reasons.size() != parts.size()) {
                    throw cancelled;
                }
                Map<Integer, Item> refused = refused(reasons);
                if (!refused.isEmpty()) {
                    boolean made = refused.keySet().stream()
                            .anyMatch(each -> writes.get(each).isOwn(refused.get(each)));
                    return made ? Map.of() : refused;
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

    /** The item with this key, if there is one, from a consistent read. */
    public Optional<Item> item(Map<String, AttributeValue> key) {
        Map<String, AttributeValue> item = dynamoDb.getItem(
                        get -> get.tableName(name).key(key).consistentRead(true))
                .item();
        return item.isEmpty() ? Optional.empty() : Optional.of(new Item(item));
    }

    /** The items with these distinct keys, in any order, from a consistent read; unknown keys are left out. */
    public List<Item> items(List<Map<String, AttributeValue>> keys) {
        List<Item> items = new ArrayList<>();
        for (int from = 0; from < keys.size(); from += BATCH) {
            List<Map<String, AttributeValue>> left = keys.subList(from, Math.min(from + BATCH, keys.size()));
            for (int attempt = 1; ; attempt++) {
                KeysAndAttributes wanted = KeysAndAttributes.builder()
                        .keys(left)
                        .consistentRead(true)
                        .build();
                BatchGetItemResponse answer = dynamoDb.batchGetItem(get -> get.requestItems(Map.of(name, wanted)));
                answer.responses().getOrDefault(name, List.of()).forEach(item -> items.add(new Item(item)));
                if (!answer.unprocessedKeys().containsKey(name)) {
                    break;
                }
                if (attempt == BATCH_ATTEMPTS) {
                    throw new IllegalStateException("DynamoDB left keys of a batch unread " + attempt + " times");
                }
                // It returns up to 16 MB at once, and less while throttled.
                left = answer.unprocessedKeys().get(name).keys();
                Machine.backOff(attempt);
            }
        }
        return items;
    }

    /**
     * A secret key of the deployment, alone in an item. It is drawn when it is first needed, and never changes.
     *
     * @param length in bytes
     */
    public byte[] secretKey(Map<String, AttributeValue> key, int length) {
        return findSecret(key).orElseGet(() -> {
            byte[] drawn = new byte[length];
            new SecureRandom().nextBytes(drawn);
            // If it is refused, it was drawn by another function at the same moment, or by this write before.
            return put(key).set(TableLayout.SECRET, drawn).ifAbsent().write().done()
                    ? drawn
                    : findSecret(key)
                            .orElseThrow(() -> new IllegalStateException("the key " + key + " has disappeared"));
        });
    }

    private Optional<byte[]> findSecret(Map<String, AttributeValue> key) {
        return item(key)
                .map(item -> item.attributes().get(TableLayout.SECRET).b().asByteArray());
    }

    /** The ids of all items of a partition of the index, newest first. */
    public List<String> ids(String list) {
        return ids(list, null, Integer.MAX_VALUE, null);
    }

    public List<String> ids(String list, String behind, int most, Condition filter) {
        return newest(list, behind, most, filter).stream()
                .map(item -> item.string(TableLayout.ID))
                .toList();
    }

    /** @param behind only ids before this one, or {@code null} */
    public List<Item> newest(String list, String behind, int most) {
        return newest(list, behind, most, null);
    }

    /** The newest items of a partition of the index, over as many pages of at most 1 MB as it takes. */
    public List<Item> newest(String list, String behind, int most, Condition filter) {
        List<Item> items = new ArrayList<>();
        Map<String, AttributeValue> next = Map.of();
        int size = most;
        do {
            QueryResponse page = page(
                    keys(list, behind == null ? null : Condition.below(TableLayout.ID, behind)),
                    filter,
                    false,
                    size,
                    next);
            page.items().forEach(item -> items.add(new Item(item)));
            next = page.lastEvaluatedKey();
            // DynamoDB counts before it filters: perhaps few of many are wanted.
            size = filter == null || size > Integer.MAX_VALUE / Listing.FASTER ? size : size * Listing.FASTER;
        } while (!next.isEmpty() && items.size() < most);
        return items.size() > most ? items.subList(0, most) : items;
    }

    /**
     * @param items those that pass the filter, by ascending id
     * @param read how many were read
     * @param last the id of the last one that was read, or {@code null} if no more follow
     */
    public record Page(List<Item> items, int read, String last) {}

    /**
     * One page of a partition of the index, of 1 MB at most, oldest first.
     *
     * @param after only ids after this one, or {@code null}
     * @param most how many items are read at most
     */
    public Page oldestPage(String list, String after, int most, Condition filter) {
        QueryResponse page = page(
                keys(list, after == null ? null : Condition.above(TableLayout.ID, after)),
                filter,
                true,
                most,
                Map.of());
        AttributeValue last = page.lastEvaluatedKey().get(TableLayout.ID);
        return new Page(
                page.items().stream().map(Item::new).toList(), page.scannedCount(), last == null ? null : last.s());
    }

    private static Condition keys(String list, Condition ids) {
        Condition all = Condition.equal(TableLayout.LIST, list);
        return ids == null ? all : all.and(ids);
    }

    private QueryResponse page(
            Condition keys, Condition filter, boolean oldestFirst, int most, Map<String, AttributeValue> from) {
        return dynamoDb.query(query(keys, filter)
                .indexName(TableLayout.INDEX)
                .scanIndexForward(oldestFirst)
                .limit(most)
                .exclusiveStartKey(from.isEmpty() ? null : from)
                .build());
    }

    /** A query of the table, or of an index that is yet to be named. */
    QueryRequest.Builder query(Condition keys, Condition filter) {
        Expression in = new Expression();
        String keyText = in.text(keys);
        String filterText = in.text(filter);
        return QueryRequest.builder()
                .tableName(name)
                .keyConditionExpression(keyText)
                .filterExpression(filterText)
                .expressionAttributeNames(in.names())
                .expressionAttributeValues(in.values());
    }
}
