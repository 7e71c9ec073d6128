package bout.store.access;

import bout.store.table.Item;
import bout.store.table.Table;
import bout.store.table.TableLayout;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** An item of a token or an invitation: they have the hash of a secret, quotas, and a time when they were revoked. */
record SecretItem(Map<String, AttributeValue> attributes) implements Item {

    static final Comparator<Map<String, AttributeValue>> OLDEST_FIRST = Comparator.comparing(
                    (Map<String, AttributeValue> item) -> new SecretItem(item).time(TableLayout.CREATED_AT))
            .thenComparing(item -> item.get(TableLayout.ID).s());

    /** All items of a partition of the index, newest first. */
    static List<Map<String, AttributeValue>> newest(Table table, String list) {
        return table.newest(list, null, Integer.MAX_VALUE).stream()
                .sorted(OLDEST_FIRST.reversed())
                .toList();
    }

    /**
     * Revokes for good; a second time has no effect.
     *
     * @return the revoked item; empty if there is none with this key
     */
    static Optional<Map<String, AttributeValue>> revoke(Table table, Map<String, AttributeValue> key, Instant now) {
        try {
            return Optional.of(table.update(key)
                    .when("attribute_exists(#pk)")
                    .set("#revokedAt = if_not_exists(#revokedAt, :now)")
                    .with(":now", now)
                    .writeAndRead());
        } catch (ConditionalCheckFailedException unknown) {
            return Optional.empty();
        }
    }

    /** Compares in constant time, so that the time tells nothing about how much of a secret is right. */
    static boolean hasHash(Map<String, AttributeValue> item, String hash) {
        return MessageDigest.isEqual(
                item.get(TableLayout.HASH).s().getBytes(StandardCharsets.US_ASCII),
                hash.getBytes(StandardCharsets.US_ASCII));
    }

    /** None for a token without quotas. */
    Quotas quotas() {
        return has(TableLayout.QUOTAS) ? read(TableLayout.QUOTAS, Quotas.class) : Quotas.NONE;
    }
}
