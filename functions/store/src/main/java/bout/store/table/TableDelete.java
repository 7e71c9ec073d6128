package bout.store.table;

import static software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure.ALL_OLD;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

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

    @Override
    public Written write() {
        return write(in -> {
            String text = in.text(condition);
            table.dynamoDb().deleteItem(delete -> delete.tableName(table.name())
                    .key(key)
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
                .delete(delete -> delete.tableName(table.name())
                        .key(key)
                        .conditionExpression(text)
                        .expressionAttributeNames(in.names())
                        .expressionAttributeValues(in.values())
                        .returnValuesOnConditionCheckFailure(text == null ? null : ALL_OLD))
                .build();
    }
}
