package bout.store.table;

import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** A write of one item and the condition under which it is made. */
public abstract sealed class ConditionalWrite<W extends ConditionalWrite<W>>
        permits TableUpdate, TablePut, TableDelete {

    /** About five seconds, including pauses. */
    private static final int ATTEMPTS = 12;

    final Table table;
    Condition condition;

    ConditionalWrite(Table table) {
        this.table = table;
    }

    /**
     * What became of a write. If it was refused, an earlier attempt whose answer was lost may have made it: the SDK
     * repeats a call without an answer.
     *
     * @param item the item that refused it, empty if there was none; or what the write was asked to return
     */
    public record Written(boolean done, Item item) {}

    abstract W self();

    /** Makes the write only if this holds as well. */
    public W when(Condition holds) {
        condition = condition == null ? holds : condition.and(holds);
        return self();
    }

    public abstract Written write();

    public abstract TransactWriteItem part();

    /** While a transaction on the item is under way, DynamoDB refuses other writes. */
    Written write(Function<Expression, Map<String, AttributeValue>> call) {
        for (int attempt = 1; ; attempt++) {
            try {
                return new Written(true, new Item(call.apply(new Expression())));
            } catch (ConditionalCheckFailedException refused) {
                return new Written(false, new Item(refused.item()));
            } catch (TransactionConflictException underWay) {
                if (attempt == ATTEMPTS) {
                    throw underWay;
                }
                Backoff.pause(attempt);
            }
        }
    }
}
