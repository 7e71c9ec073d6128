package bout.store.table;

import static bout.store.table.TableLayout.number;
import static bout.store.table.TableLayout.text;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The idempotency keys of one kind of request.
 *
 * <p>{@code pk} = {@code idempotency#HASH}, {@code sk} = {@code idempotency}.
 *
 * <p>HASH is the SHA-256 of caller and key: it has a fixed length and does not reveal the caller. Attributes:
 * {@code match} (the id that the first request got), {@code bodyHash}, and {@code expires} (s since 1970). DynamoDB
 * deletes expired items up to days late, so an expired key counts as absent.
 *
 * @param made the attribute with the id of what a request created
 */
public record IdempotencyKeys(Table table, Clock clock, String made) {

    /** How long a key is remembered. */
    public static final Duration KEPT = Duration.ofHours(24);

    /** The part of a transaction that stores the key; it fails and returns the item if the key is already stored. */
    public TransactWriteItem put(IdempotencyKey key, String id) {
        Instant now = clock.instant();
        Map<String, AttributeValue> item = new HashMap<>(TableLayout.idempotencyKey(key));
        item.put(made, text(id));
        item.put(TableLayout.BODY_HASH, text(key.bodyHash()));
        item.put(TableLayout.EXPIRES, number(now.plus(KEPT).getEpochSecond()));
        return table.put(item)
                .when("attribute_not_exists(#pk) OR #expires <= :now")
                .with(":now", now.getEpochSecond())
                .itemIfRefused()
                .part();
    }

    /** The key's item, unless it has expired. */
    public Optional<Map<String, AttributeValue>> find(IdempotencyKey key) {
        return table.item(TableLayout.idempotencyKey(key))
                .filter(item -> Long.parseLong(item.get(TableLayout.EXPIRES).n())
                        > clock.instant().getEpochSecond());
    }

    /** The id of what an equal request created; empty if the key was used for a different request. */
    public Optional<String> made(IdempotencyKey key, Map<String, AttributeValue> item) {
        return item.containsKey(made) && item.get(TableLayout.BODY_HASH).s().equals(key.bodyHash())
                ? Optional.of(item.get(made).s())
                : Optional.empty();
    }
}
