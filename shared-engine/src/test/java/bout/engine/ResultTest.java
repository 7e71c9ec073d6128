package bout.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

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

    @ParameterizedTest
    @CsvSource({"0, 2", "3, 2", "1, 9"})
    void a_card_names_numbers_of_seats_that_a_match_can_have(int fewest, int most) {
        assertThrows(IllegalArgumentException.class, () -> new GameCard.Seats(fewest, most));
    }
}
