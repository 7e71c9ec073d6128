package bout.runner;

import bout.store.access.AccessTokens;
import bout.store.table.Machine;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Whether the tokens of matches' owners have been revoked. Asks the table for each owner about once in half a minute,
 * however many of its matches run.
 */
final class RevokedOwners {

    private static final long KEPT = TimeUnit.SECONDS.toNanos(30);

    private final AccessTokens tokens;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    RevokedOwners(AccessTokens tokens) {
        this.tokens = tokens;
    }

    private record Known(boolean revoked, long at) {}

    /** @param owner may be {@code null} */
    boolean contains(String owner) {
        if (owner == null) {
            return false;
        }
        Known before = known.get(owner);
        if (before != null && Machine.current().nanoTime() - before.at() < KEPT) {
            return before.revoked();
        }
        Known now = new Known(tokens.isRevoked(owner), Machine.current().nanoTime());
        known.put(owner, now);
        return now.revoked();
    }
}
