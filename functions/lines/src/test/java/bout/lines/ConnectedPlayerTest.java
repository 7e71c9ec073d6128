package bout.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectedPlayerTest {

    /** All in milliseconds. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            # waited, limit, next
            0,        60000, 250
            250,      60000, 250
            500,      60000, 500
            1000,     60000, 1000
            30000,    60000, 1000
            0,        1000,  200
            900,      1000,  200
            0,        100,   100
            """)
    void a_newer_connection_is_looked_for_soon_at_first_and_each_second_later(int waited, int limit, int next) {
        assertEquals(
                Duration.ofMillis(next), ConnectedPlayer.nextLook(Duration.ofMillis(waited), Duration.ofMillis(limit)));
    }

    /** All in milliseconds. */
    @ParameterizedTest
    @CsvSource({"60000, 15000", "4000, 1000", "1000, 500", "100, 500"})
    void a_request_without_an_answer_is_repeated_after_a_quarter_of_the_time_limit(int limit, int repeat) {
        assertEquals(Duration.ofMillis(repeat), ConnectedPlayer.repeatAfter(Duration.ofMillis(limit)));
    }
}
