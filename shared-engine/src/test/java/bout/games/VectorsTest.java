package bout.games;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.TestJson;
import bout.engine.Plain;
import bout.engine.UnexpectedValue;
import bout.engine.VectorKind.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VectorsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "001", "002", "003", "004", "005", "006", "007", "008", "009", "010", "011", "012", "013", "014", "015",
                "016", "017", "018", "019", "020"
            })
    void a_recorded_game_of_ajax_tiles_is_reproduced(String name) {
        List<Outcome> outcomes = Vectors.check(vector(name));
        assertEquals(List.of(new Outcome(name, null)), outcomes);
    }

    @Test
    void every_scenario_of_ajax_tiles_is_reproduced() {
        List<Outcome> outcomes = Vectors.check(vector("scenarios"));
        assertEquals(16, outcomes.size());
        for (Outcome outcome : outcomes) {
            assertTrue(outcome.passed(), () -> outcome.name() + ": " + outcome.difference());
        }
    }

    @Test
    void a_changed_event_is_named() {
        Plain file = vector("001");
        set(file.get("events").list(), 28, "lost");
        assertEquals(
                "turn 28, the click at (13, 5): won, recorded is lost",
                Vectors.check(file).getFirst().difference());
    }

    @Test
    void a_changed_tile_at_the_end_is_named() {
        Plain file = vector("001");
        set(file.get("after").at(3).list(), 4, "r");
        assertEquals(
                "at the end tile (3, 4) is \"b\", recorded is \"r\"",
                Vectors.check(file).getFirst().difference());
    }

    @Test
    void a_changed_result_is_named() {
        Plain file = vector("001");
        set(file.get("result").get("scores").list(), 1, 25);
        assertEquals(
                "the result is r wins, 30 to 24 (turns), recorded is r wins, 30 to 25 (turns)",
                Vectors.check(file).getFirst().difference());
    }

    @Test
    void a_record_with_a_turn_too_few_differs() {
        Plain file = vector("005");
        file.get("turns").list().removeLast();
        file.get("events").list().removeLast();
        Outcome outcome = Vectors.check(file).getFirst();
        assertTrue(outcome.difference().startsWith("at the end tile "), outcome.difference());
    }

    @Test
    void a_record_with_a_turn_too_many_differs() {
        Plain file = vector("005");
        add(file.get("turns").list(), List.of(0, 0));
        add(file.get("events").list(), "pass");
        assertEquals(
                "the game is over after 520 turns (full), the record has 521",
                Vectors.check(file).getFirst().difference());
    }

    @Test
    void a_scenario_that_differs_is_named_with_its_first_tile() {
        Plain file = vector("scenarios");
        set(file.get("scenarios").at(0).get("after").at(5).list(), 1, "b");
        Outcome outcome = Vectors.check(file).getFirst();
        assertEquals("paint", outcome.name());
        assertEquals("tile (5, 1) is \"r\", recorded is \"b\"", outcome.difference());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {}                                  | /game: expected one of ajax-tiles, ajax-tiles-scenarios, found nothing
                    {'game':'chess'}                    | /game: expected one of ajax-tiles, ajax-tiles-scenarios, found the string "chess"
                    []                                  | The document: expected an object, found a list of 0
                    {'game':'ajax-tiles'}               | /name: expected a string, found nothing
                    {'game':'ajax-tiles-scenarios'}     | /scenarios: expected a list, found nothing
                    {'game':'ajax-tiles-scenarios','scenarios':[{}]} | /scenarios/0/board: expected a list, found nothing
                    """)
    void a_file_of_another_form_is_refused_with_the_place(String json, String message) {
        UnexpectedValue unexpected = assertThrows(
                UnexpectedValue.class, () -> Vectors.check(Plain.of(TestJson.read(json.replace("\"", "'")))));
        assertTrue(unexpected.getMessage().startsWith(message), unexpected.getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    maxTurns | 0            | /maxTurns: expected a whole number from 1 to 10000, found the number 0
                    maxTurns | '60'         | /maxTurns: expected a whole number from 1 to 10000, found the string "60"
                    board    | []           | /board: expected a list of 24, found a list of 0
                    turns    | [[1]]        | /events: expected a list of 1, found a list of 60
                    turns    | 7            | /turns: expected a list, found the number 7
                    events   | ['paint']    | /events: expected a list of 60, found a list of 1
                    after    | null         | /after: expected a list, found nothing
                    result   | {}           | /result/scores: expected a list, found nothing
                    result   | {'scores':[30,24],'winner':'red','reason':'turns'} | /result/winner: expected one of r, b, found the string "red"
                    result   | {'scores':[30,999],'winner':'r','reason':'turns'} | /result/scores/1: expected a whole number from 0 to 288, found the number 999
                    """)
    void a_broken_game_file_is_refused_with_the_place(String field, String json, String message) {
        Plain file = vector("001");
        put(file, field, TestJson.read(json.replace("\"", "'")));
        UnexpectedValue unexpected = assertThrows(UnexpectedValue.class, () -> Vectors.check(file));
        assertEquals(message, unexpected.getMessage());
    }

    @Test
    void an_event_that_no_click_has_is_refused() {
        Plain file = vector("001");
        set(file.get("events").list(), 3, "explode");
        UnexpectedValue unexpected = assertThrows(UnexpectedValue.class, () -> Vectors.check(file));
        assertEquals("/events/3", unexpected.pointer());
    }

    @Test
    void a_recorded_game_that_starts_with_an_owned_tile_is_refused() {
        Plain file = vector("001");
        set(file.get("board").at(2).list(), 7, "r");
        UnexpectedValue unexpected = assertThrows(UnexpectedValue.class, () -> Vectors.check(file));
        assertEquals(
                "/board/2/7: expected \"\", d or n: nobody owns a tile at the start, found the string \"r\"",
                unexpected.getMessage());
    }

    private static Plain vector(String name) {
        return Plain.of(TestJson.resource("vectors/ajax-tiles/" + name + ".json"));
    }

    @SuppressWarnings("unchecked")
    private static void put(Plain object, String field, Object value) {
        ((Map<String, Object>) object.value()).put(field, value);
    }

    @SuppressWarnings("unchecked")
    private static void set(List<?> list, int index, Object value) {
        ((List<Object>) list).set(index, value);
    }

    @SuppressWarnings("unchecked")
    private static void add(List<?> list, Object value) {
        ((List<Object>) list).add(value);
    }
}
