package bout.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.store.TestClock;
import bout.store.access.Owners.Held;
import bout.store.access.Owners.KeyRecord;
import bout.store.access.Owners.OwnerRecord;
import bout.store.access.Owners.Quotas;
import bout.store.access.Scope;
import bout.wire.BearerToken;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TokenCacheTest {

    private static final Instant BEGIN = Instant.parse("2026-03-01T12:00:00Z");
    private static final BearerToken TOKEN = token(0);

    private final TestClock clock = new TestClock(BEGIN);
    private final AtomicReference<Held> known = new AtomicReference<>(held(TOKEN, null));
    private final AtomicInteger lookUps = new AtomicInteger();
    private final TokenCache cache = new TokenCache(
            token -> {
                lookUps.incrementAndGet();
                return Optional.ofNullable(known.get())
                        .filter(record -> record.key().id().equals(token.id()));
            },
            clock);

    /** Another one for each number. */
    private static BearerToken token(int number) {
        return BearerToken.draw(new Random(number));
    }

    private static Held held(BearerToken token, Instant revokedAt) {
        String owner = "own_01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";
        return new Held(
                new OwnerRecord(owner, "Ada", Scope.PLAY, BEGIN, null, null, Quotas.NONE, "inv"),
                new KeyRecord(token.id(), owner, "mine", Scope.PLAY, BEGIN, null, revokedAt));
    }

    @Test
    void a_token_is_looked_up_once_within_the_time_that_it_is_kept() {
        for (int i = 0; i < 5; i++) {
            assertEquals(Optional.of(known.get()), cache.find(TOKEN));
        }
        assertEquals(1, lookUps.get());
    }

    @Test
    void a_revoked_token_counts_for_ten_seconds_at_most() {
        cache.find(TOKEN);
        Held before = known.get();
        known.set(held(TOKEN, BEGIN.plusMillis(1)));
        clock.forwardMillis(9_999);
        assertEquals(Optional.of(before), cache.find(TOKEN));
        clock.forwardMillis(1);
        assertEquals(Optional.of(known.get()), cache.find(TOKEN));
    }

    @Test
    void a_token_that_is_not_there_yet_counts_as_soon_as_it_is() {
        Held record = known.getAndSet(null);
        assertEquals(Optional.empty(), cache.find(TOKEN));
        known.set(record);
        assertEquals(Optional.of(record), cache.find(TOKEN));
    }

    @Test
    void more_tokens_than_are_kept_are_all_found() {
        known.set(null);
        for (int i = 0; i < 2100; i++) {
            BearerToken token = token(i);
            known.set(held(token, null));
            assertEquals(Optional.of(known.get()), cache.find(token));
        }
    }
}
