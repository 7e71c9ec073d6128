package bout.store.access;

import bout.table.Item;
import bout.table.Partition;
import bout.table.Table;
import bout.table.TableLayout;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The items of keys and invitations: they have the hash of a secret. */
final class SecretItem {

    static final Comparator<Item> OLDEST_FIRST = Comparator.comparing((Item item) -> item.time(TableLayout.CREATED_AT))
            .thenComparing(item -> item.string(TableLayout.ID));

    private SecretItem() {}

    /**
     * Those to which the items of the partition of a key point, by what follows this prefix in their sort keys; oldest
     * first.
     */
    static <T extends Record> List<T> pointed(
            Table table,
            Map<String, AttributeValue> within,
            String prefix,
            Function<String, Map<String, AttributeValue>> key,
            Class<T> type) {
        List<Map<String, AttributeValue>> keys = new Partition(table, within)
                .items(prefix).stream()
                        .map(pointer -> key.apply(pointer.string(TableLayout.SK).substring(prefix.length())))
                        .toList();
        return table.items(keys).stream()
                .sorted(OLDEST_FIRST)
                .map(item -> item.as(type))
                .toList();
    }

    /** Compares in constant time, so that the time tells nothing about how much of a secret is right. */
    static boolean hasHash(Item item, String hash) {
        return MessageDigest.isEqual(
                item.string(TableLayout.HASH).getBytes(StandardCharsets.US_ASCII),
                hash.getBytes(StandardCharsets.US_ASCII));
    }

    /** That an item is there already is right only after our own write, whose answer was lost. */
    static void checkOwn(Item found, String hash) {
        if (!hasHash(found, hash)) {
            throw new IllegalStateException("there is another secret with the key of " + found);
        }
    }
}
