package bout.store.table;

import java.util.Objects;

/**
 * What makes two posts the same one: a caller's {@code Idempotency-Key}, kept 24 hours.
 *
 * @param caller whose key it is; keys of different callers have nothing to do with each other
 * @param key the header's value
 * @param bodyHash a hash over the request's body; another hash under the same key is a conflict
 */
public record IdempotencyKey(String caller, String key, String bodyHash) {
    public IdempotencyKey {
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(bodyHash, "bodyHash");
    }
}
