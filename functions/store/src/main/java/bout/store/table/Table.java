package bout.store.table;

import static bout.store.table.TableLayout.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * The table: conditional writes of items, and reads by key or from the index {@code by-status}.
 *
 * @param name its name in DynamoDB
 */
public record Table(DynamoDbClient dynamoDb, String name) {

    /** The most keys that BatchGetItem accepts. */
    private static final int BATCH = 100;

    private static final int BATCH_ATTEMPTS = 12;

    public TableUpdate update(Map<String, AttributeValue> key) {
        return new TableUpdate(this, key);
    }

    public TablePut put(Map<String, AttributeValue> item) {
        return new TablePut(this, item);
    }

    public TableDelete delete(Map<String, AttributeValue> key) {
        return new TableDelete(this, key);
    }

    /** The item with this key, if there is one, from a consistent read. */
    public Optional<Map<String, AttributeValue>> item(Map<String, AttributeValue> key) {
        Map<String, AttributeValue> item = dynamoDb.getItem(
                        get -> get.tableName(name).key(key).consistentRead(true))
                .item();
        return item.isEmpty() ? Optional.empty() : Optional.of(item);
    }

    /** The items with these distinct keys, in any order, from a consistent read; unknown keys are left out. */
    public List<Map<String, AttributeValue>> items(List<Map<String, AttributeValue>> keys) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        for (int from = 0; from < keys.size(); from += BATCH) {
            List<Map<String, AttributeValue>> left = keys.subList(from, Math.min(from + BATCH, keys.size()));
            for (int attempt = 1; ; attempt++) {
                KeysAndAttributes wanted = KeysAndAttributes.builder()
                        .keys(left)
                        .consistentRead(true)
                        .build();
                BatchGetItemResponse answer = dynamoDb.batchGetItem(get -> get.requestItems(Map.of(name, wanted)));
                items.addAll(answer.responses().getOrDefault(name, List.of()));
                if (!answer.unprocessedKeys().containsKey(name)) {
                    break;
                }
                if (attempt == BATCH_ATTEMPTS) {
                    throw new IllegalStateException("DynamoDB left keys of a batch unread " + attempt + " times");
                }
                // It returns up to 16 MB at once, and less while throttled.
                left = answer.unprocessedKeys().get(name).keys();
                Backoff.pause(attempt);
            }
        }
        return items;
    }

    /**
     * The newest items of a partition of the index.
     *
     * @param behind only ids before this one, or {@code null}
     */
    public List<Map<String, AttributeValue>> newest(String list, String behind, int most) {
        return newest(list, behind, most, null, Map.of());
    }

    /**
     * The newest items of a partition of the index that pass a filter.
     *
     * @param behind only ids before this one, or {@code null}
     * @param filter an expression, or {@code null}
     * @param values those of the filter
     */
    public List<Map<String, AttributeValue>> newest(
            String list, String behind, int most, String filter, Map<String, AttributeValue> values) {
        String condition = behind == null ? "#list = :list" : "#list = :list AND #id < :behind";
        Map<String, AttributeValue> all = new HashMap<>(values);
        all.put(":list", text(list));
        if (behind != null) {
            all.put(":behind", text(behind));
        }
        return items(
                QueryRequest.builder()
                        .keyConditionExpression(condition)
                        .filterExpression(filter)
                        .expressionAttributeNames(
                                filter == null ? TableLayout.names(condition) : TableLayout.names(condition, filter))
                        .expressionAttributeValues(all)
                        .scanIndexForward(false)
                        .limit(most),
                most);
    }

    /**
     * The oldest items of a partition that pass a filter.
     *
     * @param condition an expression that names the partition and may say which ids
     * @param filter an expression
     * @param values those of both
     */
    public List<Map<String, AttributeValue>> oldest(
            String condition, String filter, Map<String, AttributeValue> values, int most) {
        return items(
                QueryRequest.builder()
                        .keyConditionExpression(condition)
                        .filterExpression(filter)
                        .expressionAttributeNames(TableLayout.names(condition, filter))
                        .expressionAttributeValues(values)
                        .scanIndexForward(true),
                most);
    }

    /**
     * A page of a partition of the index.
     *
     * @param items those that pass the filter, by ascending id
     * @param read how many were read
     * @param last the id of the last one that was read, or {@code null} if no more follow
     */
    public record Page(List<Map<String, AttributeValue>> items, int read, String last) {}

    /**
     * One page of a partition of the index, of 1 MB at most, oldest first.
     *
     * @param after only ids after this one, or {@code null}
     * @param most how many items are read at most
     * @param filter an expression
     * @param values those of the filter
     */
    public Page oldestPage(String list, String after, int most, String filter, Map<String, AttributeValue> values) {
        String condition = after == null ? "#list = :list" : "#list = :list AND #id > :after";
        Map<String, AttributeValue> all = new HashMap<>(values);
        all.put(":list", text(list));
        if (after != null) {
            all.put(":after", text(after));
        }
        QueryResponse page = dynamoDb.query(query -> query.tableName(name)
                .indexName(TableLayout.INDEX)
                .keyConditionExpression(condition)
                .filterExpression(filter)
                .expressionAttributeNames(TableLayout.names(condition, filter))
                .expressionAttributeValues(all)
                .scanIndexForward(true)
                .limit(most));
        AttributeValue last = page.lastEvaluatedKey().get(TableLayout.ID);
        return new Page(page.items(), page.scannedCount(), last == null ? null : last.s());
    }

    /** The first items of the index that a query gives, over as many pages of at most 1 MB as it takes. */
    private List<Map<String, AttributeValue>> items(QueryRequest.Builder query, int most) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        Map<String, AttributeValue> next = Map.of();
        do {
            QueryResponse page = dynamoDb.query(query.tableName(name)
                    .indexName(TableLayout.INDEX)
                    .exclusiveStartKey(next.isEmpty() ? null : next)
                    .build());
            items.addAll(page.items());
            next = page.lastEvaluatedKey();
        } while (!next.isEmpty() && items.size() < most);
        return items.size() > most ? items.subList(0, most) : items;
    }
}
