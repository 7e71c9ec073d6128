package bout.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.engine.Result;
import bout.engine.Seat;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultTextTest {

    private static final List<String> NAMES = List.of("ada", "ben", "cem", "dea");
    private static final Result OF_FOUR = new Result(List.of(2, 1, 2, 4), List.of(7.0, 9.5, 7.0, 1.0), "over");

    @Test
    void of_two_the_winner_comes_first() {
        List<String> two = NAMES.subList(0, 2);
        assertEquals(
                "ben beats ada, 9 to 4 tiles", ResultText.against(Result.byScore(4, 9, "full"), null, two, "tiles"));
        assertEquals(
                "ada draws with ben, 4 to 4 tiles",
                ResultText.against(Result.byScore(4, 4, "full"), null, two, "tiles"));
        assertEquals(
                "ada beats ben, 4 to 9 tiles: ben gave no valid move",
                ResultText.against(Result.byScore(4, 9, "full"), Seat.SECOND, two, "tiles"));
        assertEquals(
                "ben (seat 2) wins, 4 to 9 tiles (full)",
                ResultText.of(Result.byScore(4, 9, "full"), null, two, "tiles"));
    }

    @Test
    void more_come_in_the_order_of_their_places() {
        assertEquals(
                "ben beats ada and cem, then dea, 9.5 to 7 to 7 to 1 points",
                ResultText.against(OF_FOUR, null, NAMES, "points"));
        assertEquals(
                "ada draws with cem, then dea, then ben, 7 to 7 to 1 to 9.5 points: ben gave no valid move",
                ResultText.against(OF_FOUR, Seat.SECOND, NAMES, "points"));
        assertEquals(
                "ben (seat 2) wins, 7 to 9.5 to 7 to 1 points (over)", ResultText.of(OF_FOUR, null, NAMES, "points"));
    }

    @Test
    void one_has_a_score_only() {
        Result alone = Result.byScore(List.of(12.0), "over");
        assertEquals("ada, 12 turns", ResultText.against(alone, null, List.of("ada"), "turns"));
    }
}
