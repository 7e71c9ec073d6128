package bout.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.games.Games;
import bout.wire.Json;
import org.junit.jupiter.api.Test;

class IndentedJsonTest {

    @Test
    void a_value_that_fits_on_a_line_stays_on_one_line() throws Exception {
        assertEquals(
                "{\"a\": [1, null, \"x\"], \"b\": {}, \"c\": []}",
                IndentedJson.of(Json.read("{\"a\":[1,null,\"x\"],\"b\":{},\"c\":[]}")));
    }

    @Test
    void longer_values_are_indented_and_keep_their_value() {
        Games.ALL.forEach(game -> {
            Object fields = Example.of(game).fields();
            String text = IndentedJson.of(fields);
            assertTrue(text.lines().allMatch(line -> line.length() <= 90), text);
            assertTrue(text.lines().count() > 5, text);
            assertEquals(Json.text(fields), withoutBlanks(text));
        });
    }

    private static String withoutBlanks(String json) {
        try {
            return Json.text(Json.read(json));
        } catch (Json.NotJson notJson) {
            throw new AssertionError(json, notJson);
        }
    }
}
