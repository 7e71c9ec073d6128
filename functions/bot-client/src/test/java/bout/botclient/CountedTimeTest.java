package bout.botclient;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountedTimeTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            0,     20,    20
            300,   20,    20
            1000,  20,    20
            1500,  20,    520
            29000, 1,     28001
            0,     0,     1
            """)
    void opening_a_connection_counts_as_far_as_it_takes_more_than_a_second(int opening, int answering, int counted) {
        assertEquals(
                counted,
                BotCall.milliseconds(TimeUnit.MILLISECONDS.toNanos(opening), TimeUnit.MILLISECONDS.toNanos(answering)));
    }
}
