package bout.store.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.bot.BotRecord.Verification;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class VerificationTest {

    private static final Instant SEEN = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant RENEWED = SEEN.plus(Duration.ofDays(30));
    private static final Instant LAPSED = SEEN.plus(Duration.ofDays(37));

    private final Verification seen = Verification.seen(SEEN);

    @Test
    void the_proof_is_looked_for_again_after_30_days() {
        assertFalse(seen.renewalDue(RENEWED.minusMillis(1)));
        assertTrue(seen.renewalDue(RENEWED));
    }

    @Test
    void a_missing_proof_may_be_put_back_within_a_week() {
        Verification missed = seen.missed("404", LAPSED.minusMillis(1));
        assertEquals(new Verification(SEEN, "404"), missed);
        assertEquals(LAPSED, missed.lapsesAt());
        assertEquals(new Verification(null, "404"), missed.missed("404", LAPSED));
    }

    @Test
    void a_url_that_was_never_proven_neither_lapses_nor_is_looked_at_again() {
        assertFalse(Verification.OPEN.renewalDue(LAPSED));
        assertNull(Verification.OPEN.lapsesAt());
        assertEquals(new Verification(null, "404"), Verification.OPEN.missed("404", LAPSED));
    }
}
