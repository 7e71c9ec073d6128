package bout.store.table;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Deletes an item. */
public final class TableDelete extends ConditionalWrite<TableDelete> {

    private final Map<String, AttributeValue> key;

    TableDelete(Table table, Map<String, AttributeValue> key) {
        super(table);
        this.key = key;
    }

    @Override
    TableDelete self() {
        return this;
    }

    /** The deletion as a part of a transaction. */
    public TransactWriteItem part() {
        return TransactWriteItem.builder()
                .delete(delete -> delete.tableName(table.name())
                        .key(key)
                        .conditionExpression(condition())
                        .expressionAttributeNames(names())
                        .expressionAttributeValues(values())
                        .returnValuesOnConditionCheckFailure(refused()))
                .build();
    }

    /** Deletes the item now. */
    public void write() {
        table.dynamoDb().deleteItem(delete -> delete.tableName(table.name())
                .key(key)
                .conditionExpression(condition())
                .expressionAttributeNames(names())
                .expressionAttributeValues(values()));
    }
}
