package bout.dev;

import bout.cli.Ran;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ChaosTest tests what it does. */
class ChaosCommandTest {

    @ParameterizedTest
    @CsvSource({
        "--matches, 0, --matches: at least 1",
        "--kills, -1, --kills: at least 0",
        "--tournament, 1, --tournament: at least 2",
        "--seconds, 0, --seconds: at least 1"
    })
    void a_number_out_of_range_is_wrong_use(String option, String value, String why) {
        Ran.bout("dev", "chaos", option + "=" + value).fails(2, why + ", not " + value);
    }
}
