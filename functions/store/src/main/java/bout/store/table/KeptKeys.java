package bout.store.table;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import bout.store.match.Matches;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The idempotency keys of one kind of request.
 *
 * @param made the attribute that has the id of what a request made
 */
public record KeptKeys(String table, Clock clock, TableReader reader, String made) {

    /** The part of a transaction that keeps the key; it fails, and returns the item, where the key is kept already. */
    public TransactWriteItem put(IdempotencyKey key, String id) {
        Instant now = clock.instant();
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.idempotencyKey(key));
        item.put(made, text(id));
        item.put(TableLayout.BODY_HASH, text(key.bodyHash()));
        item.put(TableLayout.EXPIRES, number(now.plus(Matches.IDEMPOTENCY_KEPT).getEpochSecond()));
        String unused = "attribute_not_exists(#pk) OR #expires <= :now";
        return TransactWriteItem.builder()
                .put(put -> put.tableName(table)
                        .item(item)
                        .conditionExpression(unused)
                        .expressionAttributeNames(TableLayout.names(unused))
                        .expressionAttributeValues(Map.of(":now", number(now.getEpochSecond())))
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
    }

    /** The key's item, unless it has expired. */
    public Optional<Map<String, AttributeValue>> find(IdempotencyKey key) {
        return reader.item(TableLayout.idempotencyKey(key))
                .filter(item -> Long.parseLong(item.get(TableLayout.EXPIRES).n())
                        > clock.instant().getEpochSecond());
    }

    /** The id of what an equal request made; nothing where the key came with another request, or one of another kind. */
    public Optional<String> made(IdempotencyKey key, Map<String, AttributeValue> item) {
        return item.containsKey(made) && item.get(TableLayout.BODY_HASH).s().equals(key.bodyHash())
                ? Optional.of(item.get(made).s())
                : Optional.empty();
    }
}
