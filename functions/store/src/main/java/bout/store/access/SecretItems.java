package bout.store.access;

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

/** What the items of tokens and of invitations have in common: the hash of a secret, and a time when it was revoked. */
final class SecretItems {

    static final Comparator<Map<String, AttributeValue>> OLDEST_FIRST = Comparator.comparing(
                    (Map<String, AttributeValue> item) -> time(item, TableLayout.CREATED_AT))
            .thenComparing(item -> item.get(TableLayout.ID).s());

    private SecretItems() {}

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

    /** {@code null} if the item does not have this time. */
    static Instant time(Map<String, AttributeValue> item, String attribute) {
        AttributeValue millis = item.get(attribute);
        return millis == null ? null : Instant.ofEpochMilli(Long.parseLong(millis.n()));
    }
}
