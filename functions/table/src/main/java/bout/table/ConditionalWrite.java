package bout.table;

import static software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure.ALL_OLD;

import bout.telemetry.Machine;
import java.util.Map;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** A write of one item and the condition under which it is made. */
public abstract sealed class ConditionalWrite<W extends ConditionalWrite<W>>
        permits TableUpdate, TablePut, TableDelete {

    /** About five seconds, including pauses. */
    private static final int ATTEMPTS = 12;

    final Table table;
    private final Map<String, AttributeValue> key;
    private Condition condition;

    ConditionalWrite(Table table, Map<String, AttributeValue> key) {
        this.table = table;
        this.key = key;
    }

    /**
     * The outcome of a write. If it was refused, an earlier attempt whose answer was lost may have made it: the SDK
     * repeats a call without an answer. A change with a name ({@link TableUpdate#named}) is then done.
     *
     * @param item the item that refused it, empty if there was none; or what the write was asked to return
     */
    public record Written(boolean done, Item item) {}

    /** Makes the write only if this holds as well. */
    @SuppressWarnings("unchecked")
    public W when(Condition holds) {
        condition = condition == null ? holds : condition.and(holds);
        return (W) this;
    }

    /** The write as a part of a transaction. */
    abstract TransactWriteItem part();

    /** Makes the write alone, and returns the attributes that it was asked for. */
    abstract Map<String, AttributeValue> make();

    public Written write() {
        for (int attempt = 1; ; attempt++) {
            try {
                return new Written(true, new Item(make()));
            } catch (ConditionalCheckFailedException refused) {
                Item found = new Item(refused.item());
                return new Written(isOwn(found), found);
            } catch (TransactionConflictException underWay) {
                // While a transaction on the item is under way, DynamoDB refuses other writes.
                if (attempt == ATTEMPTS) {
                    throw underWay;
                }
                Machine.backOff(attempt);
            }
        }
    }

    /** Whether the item that refused this write is as an earlier attempt has left it. */
    boolean isOwn(Item found) {
        return false;
    }

    Update update() {
        Expression in = new Expression();
        String changes = changes(in);
        String holds = in.text(condition);
        return Update.builder()
                .tableName(table.name())
                .key(key)
                .updateExpression(changes)
                .conditionExpression(holds)
                .expressionAttributeNames(in.names())
                .expressionAttributeValues(in.values())
                .returnValuesOnConditionCheckFailure(holds == null ? null : ALL_OLD)
                .build();
    }

    /** The attributes that a change sets and removes; {@code null} of a write that is none. */
    String changes(Expression in) {
        return null;
    }

    /** Fills in the request for another kind of write: it calls the same by the same names, as far as it has them. */
    <R extends SdkPojo> R filled(R request) {
        Update update = update();
        Map<String, SdkField<?>> known = update.sdkFieldNameToField();
        request.sdkFieldNameToField().forEach((name, field) -> {
            if (known.containsKey(name)) {
                field.set(request, known.get(name).getValueOrDefault(update));
            }
        });
        return request;
    }
}
