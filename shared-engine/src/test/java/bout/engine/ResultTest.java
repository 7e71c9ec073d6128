package bout.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.TestJson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results and seats of any number of players. */
class ResultTest {

    @Test
    void seats_that_are_level_share_a_place() {
        Result result = Result.byScore(List.of(3.0, 7.0, 3.0, 1.0), "end");
        assertEquals(List.of(2, 1, 2, 4), result.places());
        assertEquals(Seat.SECOND, result.winner());
        assertEquals(4, result.place(Seat.FOURTH));
        assertEquals(3, result.score(Seat.THIRD));
        assertNull(Result.byScore(List.of(7.0, 7.0, 1.0), "end").winner(), "two share the first place");
        assertEquals(Seat.FIRST, Result.byScore(List.of(0.0), "end").winner(), "alone");
    }

    @Test
    void a_result_survives_writing_and_reading() {
        Result result = Result.byScore(List.of(3.5, 7.0, 3.5, 1.0, 0.0, -2.0, 9.0, 9.0), "end");
        assertEquals(result, Result.read(Plain.of(TestJson.throughJson(result.toPlain()))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'places':[],'scores':[],'reason':'end'}",
                "{'places':[1,2,3,4,5,6,7,8,9],'scores':[1,1,1,1,1,1,1,1,1],'reason':'end'}",
                "{'places':[1],'scores':[1,2],'reason':'end'}",
                "{'places':[2,2],'scores':[1,2],'reason':'end'}",
                "{'places':[1,1,2],'scores':[1,2,3],'reason':'end'}",
                "{'winner':1,'scores':[1,2],'reason':'end'}"
            })
    void what_is_no_result_is_not_read(String json) {
        assertThrows(UnexpectedValue.class, () -> Result.read(Plain.of(TestJson.read(json))));
    }

    @Test
    void a_result_has_a_place_for_each_score() {
        assertThrows(IllegalArgumentException.class, () -> new Result(List.of(1, 2), List.of(1.0), "end"));
    }

    @Test
    void seats_are_numbered_from_one_to_eight() {
        assertEquals(8, Seat.MOST);
        assertEquals(Seat.EIGHTH, Seat.of(8));
        assertEquals(List.of(Seat.FIRST, Seat.SECOND, Seat.THIRD), Seat.first(3));
        assertThrows(IllegalArgumentException.class, () -> Seat.of(0));
        assertThrows(IllegalArgumentException.class, () -> Seat.of(9));
        assertEquals(Seat.FIRST, Seat.SECOND.other());
        assertThrows(IllegalArgumentException.class, Seat.THIRD::other);
    }

    @Test
    void who_failed_counts_as_last() {
        Result result = new Result(List.of(2, 1, 2, 4), List.of(5.0, 9.0, 5.0, 1.0), "over");
        assertEquals(List.of(2, 1, 2, 4), result.countedPlaces(null));
        assertEquals(List.of(1, 4, 1, 3), result.countedPlaces(Seat.SECOND));
        assertEquals(List.of(2, 1, 4, 3), result.countedPlaces(Seat.THIRD));
        assertEquals(List.of(2, 1), Result.byScore(1, 1, "level").countedPlaces(Seat.FIRST));
    }

    @Test
    void only_one_can_be_the_loser() {
        assertEquals(Seat.FOURTH, new Result(List.of(2, 1, 2, 4), List.of(0.0, 0.0, 0.0, 0.0), "").loser());
        assertNull(new Result(List.of(2, 1, 2), List.of(0.0, 0.0, 0.0), "").loser());
        assertEquals(Seat.SECOND, Result.byScore(1, 0, "").loser());
        assertNull(Result.byScore(1, 1, "").loser());
    }

    @Test
    void a_card_says_how_many_play() {
        GameCard.Seats seats = new GameCard.Seats(2, 4);
        assertTrue(seats.allow(2) && seats.allow(4));
        assertFalse(seats.allow(1) || seats.allow(5));
        assertEquals("2 to 4 players", seats.players());
        assertEquals("two players", GameCard.Seats.TWO.players());
        assertEquals("one player", new GameCard.Seats(1, 1).players());
        assertEquals("3 players", new GameCard.Seats(3, 3).players());
        assertEquals(List.of(2, 3, 4), List.of(seats.closest(1), seats.closest(3), seats.closest(8)));
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "3, 2", "1, 9"})
    void a_card_names_numbers_of_seats_that_a_match_can_have(int fewest, int most) {
        assertThrows(IllegalArgumentException.class, () -> new GameCard.Seats(fewest, most));
    }
}
