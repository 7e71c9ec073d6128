package bout.runner;

import bout.store.access.AccessTokens;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Whether the tokens of matches' owners have been revoked. Asks the table for each owner at most once in half a minute,
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
        return known.compute(
                        owner,
                        (id, before) -> before != null && System.nanoTime() - before.at() < KEPT
                                ? before
                                : new Known(tokens.isRevoked(id), System.nanoTime()))
                .revoked();
    }
}
