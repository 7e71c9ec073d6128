package bout.store.table;

import java.util.Objects;

/**
 * A caller's {@code Idempotency-Key}, kept for 24 hours: it makes it safe to send the same POST again.
 *
 * @param caller whose key it is; keys of different callers are independent
 * @param key the header's value
 * @param bodyHash a hash of the request's body; a different hash under the same key is a conflict
 */
public record IdempotencyKey(String caller, String key, String bodyHash) {
    public IdempotencyKey {
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(bodyHash, "bodyHash");
    }
}
