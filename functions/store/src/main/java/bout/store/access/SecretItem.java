package bout.store.access;

import bout.table.Item;
import bout.table.Table;
import bout.table.TableLayout;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.List;

/** The items of keys and invitations: they have the hash of a secret. */
final class SecretItem {

    static final Comparator<Item> OLDEST_FIRST = Comparator.comparing((Item item) -> item.time(TableLayout.CREATED_AT))
            .thenComparing(item -> item.string(TableLayout.ID));

    private SecretItem() {}

    static List<Item> newest(Table table, String list) {
        return table.newest(list, null, Integer.MAX_VALUE).stream()
                .sorted(OLDEST_FIRST.reversed())
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
