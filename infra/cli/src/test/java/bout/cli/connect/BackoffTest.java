package bout.cli.connect;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

    @ParameterizedTest
    @CsvSource({"1,500", "2,1000", "3,2000", "6,16000", "7,32000", "8,32000", "1000000,32000"})
    void the_wait_doubles_up_to_half_a_minute_and_lies_in_its_upper_half(int attempt, long most) {
        Random random = new Random(5);
        Set<Duration> waits = new HashSet<>();
        for (int time = 0; time < 1000; time++) {
            Duration wait = ConnectedBot.pause(attempt, random);
            assertTrue(wait.toMillis() >= most / 2 && wait.toMillis() <= most, wait.toString());
            waits.add(wait);
        }
        assertTrue(waits.size() > 100, "not all come back at the same moment");
    }
}
