package bout.api.http;

import bout.store.access.Owners.Held;
import bout.wire.BearerToken;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Looks up tokens and caches them for {@link #KEPT}, so that a caller who sends many requests is looked up once in that
 * time. The price: a revoked token may keep working for as long in an instance of the function that has just seen it.
 * Unknown tokens are not cached, so that a new token works at once.
 */
public final class TokenCache {

    public static final Duration KEPT = Duration.ofSeconds(10);

    /** Probably more tokens than an instance sees in that time; if not, some are looked up more often. */
    private static final int MOST = 1000;

    private record Kept(Held held, Instant until) {}

    private final Function<BearerToken, Optional<Held>> tokens;
    private final Clock clock;
    private final Map<BearerToken, Kept> kept = new ConcurrentHashMap<>();

    public TokenCache(Function<BearerToken, Optional<Held>> tokens, Clock clock) {
        this.tokens = tokens;
        this.clock = clock;
    }

    /** The key with the token and its owner, if there is one; it may be revoked or blocked. */
    public Optional<Held> find(BearerToken token) {
        Instant now = clock.instant();
        Kept before = kept.get(token);
        if (before != null && now.isBefore(before.until())) {
            return Optional.of(before.held());
        }
        Optional<Held> found = tokens.apply(token);
        found.ifPresent(held -> {
            if (kept.size() >= MOST) {
                kept.clear();
            }
            kept.put(token, new Kept(held, now.plus(KEPT)));
        });
        return found;
    }
}
