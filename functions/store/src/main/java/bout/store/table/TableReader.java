package bout.store.table;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import bout.store.match.MatchIds;
import bout.store.match.MatchItem;
import bout.store.match.Resending;
import bout.store.match.Status;
import java.time.Instant;
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

/** What is read from the table: items by their key, and matches by game and status from the index. */
public record TableReader(DynamoDbClient dynamoDb, String table) {

    /** BatchGetItem takes no more keys. */
    private static final int BATCH = 100;

    private static final int BATCH_ATTEMPTS = 12;

    /** The item with this key as it is now, if there is one. */
    public Optional<Map<String, AttributeValue>> item(Map<String, AttributeValue> key) {
        Map<String, AttributeValue> item = dynamoDb.getItem(
                        get -> get.tableName(table).key(key).consistentRead(true))
                .item();
        return item.isEmpty() ? Optional.empty() : Optional.of(item);
    }

    /** The items with these keys, no key twice, as they are now, in any order; without those that there are none of. */
    public List<Map<String, AttributeValue>> items(List<Map<String, AttributeValue>> keys) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        for (int from = 0; from < keys.size(); from += BATCH) {
            List<Map<String, AttributeValue>> left = keys.subList(from, Math.min(from + BATCH, keys.size()));
            for (int attempt = 1; ; attempt++) {
                KeysAndAttributes wanted = KeysAndAttributes.builder()
                        .keys(left)
                        .consistentRead(true)
                        .build();
                BatchGetItemResponse answer = dynamoDb.batchGetItem(get -> get.requestItems(Map.of(table, wanted)));
                items.addAll(answer.responses().getOrDefault(table, List.of()));
                if (!answer.unprocessedKeys().containsKey(table)) {
                    break;
                }
                if (attempt == BATCH_ATTEMPTS) {
                    throw new IllegalStateException("DynamoDB left keys of a batch unread " + attempt + " times");
                }
                // It gives up to 16 MB at once, and less while it is throttled.
                left = answer.unprocessedKeys().get(table).keys();
                Backoff.pause(attempt);
            }
        }
        return items;
    }

    /**
     * The newest matches of a partition.
     *
     * @param behind only ids before this one, or {@code null}
     */
    public List<MatchItem> newest(String list, String behind, int most) {
        String condition = behind == null ? "#list = :list" : "#list = :list AND #id < :behind";
        Map<String, AttributeValue> values = new HashMap<>(Map.of(":list", text(list)));
        if (behind != null) {
            values.put(":behind", text(behind));
        }
        return query(
                QueryRequest.builder()
                        .keyConditionExpression(condition)
                        .expressionAttributeNames(TableLayout.names(condition))
                        .expressionAttributeValues(values)
                        .scanIndexForward(false)
                        .limit(most),
                most);
    }

    /**
     * The newest items of a partition that a filter lets through.
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

    /** The running matches whose lease ran out, the oldest first. */
    public List<MatchItem> lapsed(String game, Instant now, int most) {
        return oldest(
                "#list = :list",
                "#leaseUntil <= :now",
                Map.of(
                        ":list", text(TableLayout.list(game, Status.RUNNING)),
                        ":now", number(now.toEpochMilli())),
                most);
    }

    /** The queued matches that are to be sent again, the oldest first. */
    public List<MatchItem> waitingTooLong(String game, Instant now, int most) {
        return oldest(
                "#list = :list AND #id < :before",
                "#resendAt <= :now",
                Map.of(
                        ":list", text(TableLayout.list(game, Status.QUEUED)),
                        ":before", text(MatchIds.before(now.minus(Resending.after(0)))),
                        ":now", number(now.toEpochMilli())),
                most);
    }

    private List<MatchItem> oldest(String condition, String filter, Map<String, AttributeValue> values, int most) {
        return query(
                QueryRequest.builder()
                        .keyConditionExpression(condition)
                        .filterExpression(filter)
                        .expressionAttributeNames(TableLayout.names(condition, filter))
                        .expressionAttributeValues(values)
                        .scanIndexForward(true),
                most);
    }

    /** The first items of the index that a query gives, over as many pages of at most 1 MB as it takes. */
    private List<MatchItem> query(QueryRequest.Builder query, int most) {
        return items(query, most).stream().map(MatchItem::new).toList();
    }

    private List<Map<String, AttributeValue>> items(QueryRequest.Builder query, int most) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        Map<String, AttributeValue> next = Map.of();
        do {
            QueryResponse page = dynamoDb.query(query.tableName(table)
                    .indexName(TableLayout.INDEX)
                    .exclusiveStartKey(next.isEmpty() ? null : next)
                    .build());
            items.addAll(page.items());
            next = page.lastEvaluatedKey();
        } while (!next.isEmpty() && items.size() < most);
        return items.size() > most ? items.subList(0, most) : items;
    }
}
