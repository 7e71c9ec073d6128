package bout.table;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Writes a whole item, replacing the one with the same key, if there is one. */
public final class TablePut extends ConditionalWrite<TablePut> {

    private final Map<String, AttributeValue> item;

    TablePut(Table table, Map<String, AttributeValue> key) {
        super(table, key);
        this.item = new HashMap<>(key);
    }

    /** @param value not stored if it is {@code null}, or an empty list or set */
    public TablePut set(String attribute, Object value) {
        AttributeValue stored = Attributes.value(value);
        if (stored != null) {
            item.put(attribute, stored);
        }
        return this;
    }

    public TablePut set(Record stored) {
        Attributes.of(stored).forEach(this::set);
        return this;
    }

    public TablePut ifAbsent() {
        return when(Condition.absent(TableLayout.PK));
    }

    @Override
    Map<String, AttributeValue> make() {
        table.dynamoDb().putItem(filled(PutItemRequest.builder().item(item)).build());
        return Map.of();
    }

    @Override
    TransactWriteItem part() {
        return TransactWriteItem.builder()
                .put(filled(Put.builder().item(item)).build())
                .build();
    }
}
