package bout.standings.tournament;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeedsTest {

    @ParameterizedTest
    @CsvSource({
        "7,7,8,9",
        "0,0,1,2",
        "-1,-1,0,1",
        "final,final,final/2,final/3",
        "007,007,007/2,007/3",
        "999999999999999999,999999999999999999,1000000000000000000,1000000000000000001",
    })
    void whole_numbers_count_up_and_other_texts_are_numbered(String seed, String first, String second, String third) {
        Seeds seeds = new Seeds(seed);

        assertEquals(first, seeds.of(0));
        assertEquals(second, seeds.of(1));
        assertEquals(third, seeds.of(2));
    }
}
