package bout.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What it does is tested by ChaosTest and TournamentChaosTest. */
class ChaosCommandTest {

    @ParameterizedTest
    @CsvSource({
        "--matches, 0, --matches must be a whole number from 1",
        "--kills, -1, --kills must be a whole number from 0",
        "--tournament, 1, --tournament must be a whole number from 2",
        "--boards, 0, --boards must be a whole number from 1",
        "--seconds, 0, --seconds must be a whole number from 1"
    })
    void a_number_that_makes_no_sense_is_wrong_use(String option, String value, String why) {
        Ran ran = Ran.bout("chaos", option + "=" + value);
        assertEquals(2, ran.status());
        assertTrue(ran.err().contains(why + ", not " + value), ran.err());
    }
}
