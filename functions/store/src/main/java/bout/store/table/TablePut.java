package bout.store.table;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Writes a whole item, replacing the one with the same key, if there is one. */
public final class TablePut extends ConditionalWrite<TablePut> {

    private final Map<String, AttributeValue> item;

    TablePut(Table table, Map<String, AttributeValue> item) {
        super(table);
        this.item = item;
    }

    @Override
    TablePut self() {
        return this;
    }

    /** Only if no item has the key. */
    public TablePut ifAbsent() {
        return when("attribute_not_exists(#pk)");
    }

    /** @throws ConditionalCheckFailedException when the condition does not hold */
    public void write() {
        table.dynamoDb().putItem(put -> put.tableName(table.name())
                .item(item)
                .conditionExpression(condition())
                .expressionAttributeNames(names())
                .expressionAttributeValues(values())
                .returnValuesOnConditionCheckFailure(refused()));
    }

    /** The write as a part of a transaction. */
    public TransactWriteItem part() {
        return TransactWriteItem.builder()
                .put(put -> put.tableName(table.name())
                        .item(item)
                        .conditionExpression(condition())
                        .expressionAttributeNames(names())
                        .expressionAttributeValues(values())
                        .returnValuesOnConditionCheckFailure(refused()))
                .build();
    }
}
