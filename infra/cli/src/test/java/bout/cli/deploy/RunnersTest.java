package bout.cli.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunnersTest {

    @ParameterizedTest
    @CsvSource({
        // limit, runners, other queues, fitting
        "1000, 10, 24, 10",
        "44, 10, 24, 10",
        "43, 10, 24, 10",
        "20, 10, 24, 8",
        "10, 10, 24, 4",
        "10, 3, 24, 3",
        "2, 10, 24, 2",
        "1000, 990, 24, 400",
    })
    void runners_get_two_fifths_of_an_account_that_has_no_room_for_all(
            int limit, int runners, int queues, int fitting) {
        OptionalInt lower = Runners.lower(limit, runners, queues);

        assertEquals(fitting == runners ? OptionalInt.empty() : OptionalInt.of(fitting), lower);
    }
}
