package bout.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.engine.GameCard;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BotBodyTest {

    private static String written(GameCard.Form form, Map<String, Object> fields) {
        return new String(BotBody.write(form, fields), StandardCharsets.UTF_8);
    }

    private static Map<String, Object> colorAndBoard() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("color", "r");
        fields.put("board", List.of(List.of("", "r"), List.of("b", "n")));
        return fields;
    }

    @Test
    void a_form_contains_strings_unchanged_and_other_values_as_json() {
        assertEquals(
                "color=r&board=%5B%5B%22%22%2C%22r%22%5D%2C%5B%22b%22%2C%22n%22%5D%5D",
                written(GameCard.Form.FORM, colorAndBoard()));
    }

    @Test
    void a_form_is_encoded_as_the_jdk_encodes_it() {
        StringBuilder all = new StringBuilder();
        for (char character = 0; character < 0x250; character++) {
            all.append(character);
        }
        all.append("漢字😀");
        assertEquals(
                "a+b=" + URLEncoder.encode(all.toString(), StandardCharsets.UTF_8),
                written(GameCard.Form.FORM, Map.of("a b", all.toString())));
    }

    @Test
    void values_of_every_kind_are_the_encoded_json() {
        List<Object> values = new ArrayList<>(List.of(
                List.of(),
                Map.of("a b", List.of(1, "x")),
                List.of(
                        0,
                        9,
                        10,
                        -1,
                        Long.MAX_VALUE,
                        1.5,
                        -0.0,
                        true,
                        new BigInteger("123456789012345678901234567890")),
                List.of("", "r", "a_b", "a\"b", "a\\b", "a b", "ü😀", "\n", "</"),
                List.of(List.of(List.of("deep")))));
        values.add(null);
        values.add(Arrays.asList("x", null));
        for (Object value : values) {
            Map<String, Object> field = new LinkedHashMap<>();
            field.put("v", value);
            assertEquals(
                    "v=" + URLEncoder.encode(Json.text(value), StandardCharsets.UTF_8),
                    written(GameCard.Form.FORM, field));
        }
    }

    @Test
    void a_form_may_have_any_length() {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < 5; i++) {
            fields.put("field" + i, "x&=".repeat(3000 * i));
        }
        String form = written(GameCard.Form.FORM, fields);
        assertEquals(4, form.chars().filter(character -> character == '&').count());
        assertEquals(5 * "field0=".length() + 4 + (1 + 2 + 3 + 4) * 3000 * "x%26%3D".length(), form.length());
    }

    @Test
    void no_fields_are_an_empty_form() {
        assertArrayEquals(new byte[0], BotBody.write(GameCard.Form.FORM, Map.of()));
    }

    @Test
    void both_forms_read_back_what_was_written() throws Exception {
        for (GameCard.Form form : GameCard.Form.values()) {
            byte[] body = BotBody.write(form, colorAndBoard());
            Map<String, Object> read = BotBody.read(form, body);
            assertEquals(colorAndBoard(), read);
            assertEquals(List.of("color", "board"), List.copyOf(read.keySet()), "in the same order");
        }
    }

    @Test
    void a_body_that_is_not_an_object_or_badly_encoded_is_refused() {
        assertThrows(IllegalArgumentException.class, () -> BotBody.read(GameCard.Form.JSON, "[1]".getBytes()));
        assertThrows(Json.NotJson.class, () -> BotBody.read(GameCard.Form.JSON, "{".getBytes()));
        assertThrows(IllegalArgumentException.class, () -> BotBody.read(GameCard.Form.FORM, "a=%zz".getBytes()));
        assertThrows(Json.NotJson.class, () -> BotBody.read(GameCard.Form.FORM, "a=%5B1".getBytes()));
    }
}
