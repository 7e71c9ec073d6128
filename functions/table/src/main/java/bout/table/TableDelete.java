package bout.table;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

public final class TableDelete extends ConditionalWrite<TableDelete> {

    TableDelete(Table table, Map<String, AttributeValue> key) {
        super(table, key);
    }

    @Override
    Map<String, AttributeValue> make() {
        table.dynamoDb().deleteItem(filled(DeleteItemRequest.builder()).build());
        return Map.of();
    }

    @Override
    TransactWriteItem part() {
        return TransactWriteItem.builder()
                .delete(filled(Delete.builder()).build())
                .build();
    }
}
