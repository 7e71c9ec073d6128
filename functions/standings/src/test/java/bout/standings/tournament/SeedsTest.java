package bout.standings.tournament;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
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

    @Test
    void the_boards_of_a_secret_seed_have_nothing_in_common() {
        Seeds seeds = new Seeds("0123456789abcdef0123456789abcdef");
        List<String> boards = IntStream.range(0, 1000).mapToObj(seeds::of).toList();
        assertEquals(1000, Set.copyOf(boards).size());
        assertEquals(boards, IntStream.range(0, 1000).mapToObj(seeds::of).toList());
        assertTrue(boards.stream().allMatch(board -> board.matches("[0-9]{1,15}")));
        assertFalse(boards.contains("0123456789abcdef0123456789abcdef"));
        long first = Long.parseLong(boards.get(0));
        assertNotEquals(first + 1, Long.parseLong(boards.get(1)));
    }
}
