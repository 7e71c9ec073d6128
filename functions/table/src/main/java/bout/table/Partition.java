package bout.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Items of the table that have a partition key in common, as they are now, in the order of their sort keys. */
public record Partition(Table table, String pk) {

    /** The partition of the item with this key. */
    public Partition(Table table, Map<String, AttributeValue> key) {
        this(table, key.get(TableLayout.PK).s());
    }

    public List<Item> items() {
        return first(keys(), Integer.MAX_VALUE, List::of);
    }

    /** The items whose sort keys start so. */
    public List<Item> items(String start) {
        return first(keys().and(Condition.startsWith(TableLayout.SK, start)), Integer.MAX_VALUE, List::of);
    }

    /**
     * The first items with sort keys in a range.
     *
     * @param most how many are wanted
     * @param held what an item holds: some of the wanted ones, in order
     * @return fewer than {@code most} only where there are no more
     */
    public <T> List<T> first(String from, String to, int most, Function<Item, List<T>> held) {
        return first(keys().and(Condition.between(TableLayout.SK, from, to)), most, held);
    }

    private Condition keys() {
        return Condition.equal(TableLayout.PK, pk);
    }

    private <T> List<T> first(Condition keys, int most, Function<Item, List<T>> held) {
        List<T> first = new ArrayList<>();
        Map<String, AttributeValue> next = Map.of();
        do {
            QueryResponse page = table.dynamoDb()
                    .query(table.query(keys, null)
                            .consistentRead(true)
                            .limit(most == Integer.MAX_VALUE ? null : most - first.size())
                            .exclusiveStartKey(next.isEmpty() ? null : next)
                            .build());
            page.items().forEach(item -> first.addAll(held.apply(new Item(item))));
            next = page.lastEvaluatedKey();
        } while (!next.isEmpty() && first.size() < most);
        return List.copyOf(first.size() > most ? first.subList(0, most) : first);
    }
}
