package bout.store.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Items of the table that have a partition key in common, as they are now, in the order of their sort keys. */
public record Partition(Table table) {

    /**
     * All items that a query finds.
     *
     * @param condition an expression about both keys
     */
    public List<Map<String, AttributeValue>> items(String condition, Map<String, AttributeValue> values) {
        return table
                .dynamoDb()
                .queryPaginator(query -> query.tableName(table.name())
                        .consistentRead(true)
                        .keyConditionExpression(condition)
                        .expressionAttributeNames(TableLayout.names(condition))
                        .expressionAttributeValues(values))
                .items()
                .stream()
                .toList();
    }

    /**
     * What the first items that a query finds hold.
     *
     * @param condition an expression about both keys
     * @param most how many are wanted
     * @param held what an item holds: some of the wanted ones, in order
     * @return fewer than {@code most} only where there are no more
     */
    public <T> List<T> first(
            String condition,
            Map<String, AttributeValue> values,
            int most,
            Function<Map<String, AttributeValue>, List<T>> held) {
        List<T> first = new ArrayList<>();
        Map<String, AttributeValue> next = Map.of();
        do {
            Map<String, AttributeValue> from = next.isEmpty() ? null : next;
            int wanted = most - first.size();
            QueryResponse page = table.dynamoDb().query(query -> query.tableName(table.name())
                    .consistentRead(true)
                    .keyConditionExpression(condition)
                    .expressionAttributeNames(TableLayout.names(condition))
                    .expressionAttributeValues(values)
                    .limit(wanted)
                    .exclusiveStartKey(from));
            page.items().forEach(item -> first.addAll(held.apply(item)));
            next = page.lastEvaluatedKey();
        } while (!next.isEmpty() && first.size() < most);
        return List.copyOf(first.size() > most ? first.subList(0, most) : first);
    }
}
