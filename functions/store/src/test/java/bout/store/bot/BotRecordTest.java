package bout.store.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.bot.BotRecord.Health;
import bout.store.bot.BotRecord.Verification;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BotRecordTest {

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

    /** What a row of checks comes to: + is one that was passed, - is one that was failed. */
    @ParameterizedTest
    @CsvSource({
        "'', false",
        "--, false",
        "---, true",
        "--+--, false",
        "--+---, true",
        "---+, false",
        "---+--, false",
        "---+---, true",
        "------+, false",
    })
    void three_failures_in_a_row_take_a_bot_out_and_a_pass_brings_it_back(String checks, boolean out) {
        assertEquals(out, after(checks).suspended());
    }

    @Test
    void the_reason_is_that_of_the_last_failure_and_is_told_until_the_bot_is_well_again() {
        assertEquals("failure 1", after("+-").reason());
        assertEquals(null, after("-+").reason());
        assertEquals("failure 3", after("----").reason());
        assertEquals(null, after("----+").reason());
    }

    @Test
    void each_check_says_when_it_was() {
        assertEquals(SEEN.plusSeconds(3), after("+-+-").checkedAt());
        assertEquals(null, Health.UNKNOWN.checkedAt());
    }

    private static Health after(String checks) {
        Health health = Health.UNKNOWN;
        for (int i = 0; i < checks.length(); i++) {
            Instant at = SEEN.plusSeconds(i);
            health = checks.charAt(i) == '+' ? health.passed(at) : health.failed(at, "failure " + i);
        }
        return health;
    }
}
