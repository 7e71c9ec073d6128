package bout.store.table;

import static software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure.ALL_OLD;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Writes a whole item, replacing the one with the same key, if there is one. */
public final class TablePut extends ConditionalWrite<TablePut> {

    private final Map<String, AttributeValue> item;

    TablePut(Table table, Map<String, AttributeValue> key) {
        super(table);
        this.item = new HashMap<>(key);
    }

    @Override
    TablePut self() {
        return this;
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
    public Written write() {
        return write(in -> {
            String text = in.text(condition);
            table.dynamoDb().putItem(put -> put.tableName(table.name())
                    .item(item)
                    .conditionExpression(text)
                    .expressionAttributeNames(in.names())
                    .expressionAttributeValues(in.values())
                    .returnValuesOnConditionCheckFailure(text == null ? null : ALL_OLD));
            return Map.of();
        });
    }

    @Override
    public TransactWriteItem part() {
        Expression in = new Expression();
        String text = in.text(condition);
        return TransactWriteItem.builder()
                .put(put -> put.tableName(table.name())
                        .item(item)
                        .conditionExpression(text)
                        .expressionAttributeNames(in.names())
                        .expressionAttributeValues(in.values())
                        .returnValuesOnConditionCheckFailure(text == null ? null : ALL_OLD))
                .build();
    }
}
