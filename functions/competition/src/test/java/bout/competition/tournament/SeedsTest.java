package bout.competition.tournament;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.pairings.Fixture;
import bout.competition.pairings.RoundRobin;
import bout.engine.Game.TournamentStyle;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeedsTest {

    private static final String SECRET = "0123456789abcdef0123456789abcdef";

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
        List<String> boards = IntStream.range(0, 1000)
                .mapToObj(board -> Seeds.secret(SECRET, new Fixture(board, 3, 4)))
                .toList();
        assertEquals(1000, Set.copyOf(boards).size());
        assertEquals(boards.get(7), Seeds.secret(SECRET, new Fixture(7, 3, 4)));
        assertTrue(boards.stream().allMatch(board -> board.matches("[0-9]{1,15}")));
        assertFalse(boards.contains(SECRET));
        long first = Long.parseLong(boards.get(0));
        assertNotEquals(first + 1, Long.parseLong(boards.get(1)));
    }

    @Test
    void two_players_share_a_board_in_both_seats_and_with_nobody_else() {
        RoundRobin all = new RoundRobin(9, 3, TournamentStyle.WINS_IN_ROUNDS);
        Map<String, Set<Fixture>> ofSeed = new HashMap<>();
        for (long index = 0; index < all.fixtures(); index++) {
            Fixture fixture = all.fixture(index);
            ofSeed.computeIfAbsent(Seeds.secret(SECRET, fixture), first -> new HashSet<>())
                    .add(fixture);
        }
        assertEquals(all.fixtures() / 2, ofSeed.size());
        for (Set<Fixture> onBoard : ofSeed.values()) {
            Fixture one = onBoard.iterator().next();
            assertEquals(Set.of(one, one.swapped()), onBoard);
        }
    }
}
