package bout.store.table;

import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * A secret key of the deployment, alone in an item, as its attribute {@code secret}. It is drawn when it is first
 * needed, and never changes.
 *
 * @param item the item's key
 * @param length of the secret, in bytes
 */
public record StoredKey(Table table, Map<String, AttributeValue> item, int length) {

    /** Reads the key, or draws it if there is none. */
    public byte[] read() {
        return find().orElseGet(this::draw);
    }

    private Optional<byte[]> find() {
        return table.item(item).map(found -> found.get(TableLayout.SECRET).b().asByteArray());
    }

    private byte[] draw() {
        byte[] key = new byte[length];
        new SecureRandom().nextBytes(key);
        Map<String, AttributeValue> drawn = new HashMap<>(item);
        drawn.put(TableLayout.SECRET, AttributeValue.fromB(SdkBytes.fromByteArray(key)));
        try {
            table.put(drawn).ifAbsent().write();
            return key;
        } catch (ConditionalCheckFailedException before) {
            // By another function at the same moment, or by this write, if its answer was lost.
            return find().orElseThrow(() -> new IllegalStateException("the key " + item + " has disappeared", before));
        }
    }
}
