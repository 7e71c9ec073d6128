package bout.store.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.store.bot.BotRecord.Health;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

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
        assertEquals(NOON.plusSeconds(3), after("+-+-").checkedAt());
        assertEquals(null, Health.UNKNOWN.checkedAt());
    }

    private static Health after(String checks) {
        Health health = Health.UNKNOWN;
        for (int i = 0; i < checks.length(); i++) {
            Instant at = NOON.plusSeconds(i);
            health = checks.charAt(i) == '+' ? health.passed(at) : health.failed(at, "failure " + i);
        }
        return health;
    }
}
