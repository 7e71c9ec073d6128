package bout.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DidYouMeanTest {

    private static final List<String> KNOWN = List.of("ajax-tiles", "robotag");

    @Test
    void a_number_stands_for_the_end_of_a_name() {
        assertEquals(
                Optional.of("marathon-three"),
                DidYouMean.nearest("marathon3", List.of("ajax-tiles", "tokens", "marathon-three", "robotag")));
    }

    @ParameterizedTest
    @CsvSource({"ajax-tile,ajax-tiles", "ajaxtiles,ajax-tiles", "ajax,ajax-tiles", "robo-tag,robotag"})
    void the_nearest_name_is_suggested(String typed, String meant) {
        assertEquals(
                "Unknown game '" + typed + "'. Did you mean " + meant + "? Known: ajax-tiles, robotag.",
                DidYouMean.message("game", typed, KNOWN));
    }

    @Test
    void nothing_is_suggested_for_a_name_that_is_far_from_all() {
        assertEquals("Unknown game 'chess'. Known: ajax-tiles, robotag.", DidYouMean.message("game", "chess", KNOWN));
    }

    @ParameterizedTest
    @CsvSource({"kitten,sitting,3", "'',abc,3", "abc,abc,0", "flaw,lawn,2"})
    void slips_are_the_levenshtein_distance(String one, String other, int slips) {
        assertEquals(slips, DidYouMean.slips(one, other));
        assertEquals(slips, DidYouMean.slips(other, one));
    }
}
