package bout.competition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {

    private static final List<String> NAMES = List.of("Ada", "Ben", "Cem", "Dea");

    private static String ending(Integer... places) {
        return new Outcome(List.of(places)).ending(NAMES.subList(0, places.length));
    }

    @Test
    void a_sentence_says_who_won() {
        assertEquals("Ben wins", ending(2, 1));
        assertEquals("draw", ending(1, 1));
        assertEquals("Dea wins", ending(2, 2, 4, 1));
        assertEquals("draw of Ada and Cem", ending(1, 4, 1, 3));
        assertEquals("finished", ending(1), "nobody wins alone");
    }
}
