package bout.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{\"a\":1,}",
                "{a:1}",
                "{\"b\":{\"a\":1,\"a\":1}}",
                "1 2",
                "[]x",
                "[Infinity]",
                "-Infinity",
                "+1",
                ".5",
                "1.",
                "0x10",
                "tru",
                "True",
                "\"tab\tinside\"",
                "// comment\n1",
                "1 /* comment */"
            })
    void a_text_other_than_exactly_one_json_value_is_refused(String text) {
        Json.NotJson fromText = assertThrows(Json.NotJson.class, () -> Json.read(text));
        Json.NotJson fromBytes =
                assertThrows(Json.NotJson.class, () -> Json.read(text.getBytes(StandardCharsets.UTF_8)));
        for (Json.NotJson refused : List.of(fromText, fromBytes)) {
            assertTrue(refused.getMessage().matches("(?s).+ \\(line \\d+, column \\d+\\)"), refused.getMessage());
            assertEquals(1, refused.getMessage().lines().count(), refused.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999", "-1e999", "[0, {\"a\": [1e400]}]"})
    void a_number_that_json_could_not_write_again_is_refused_except_in_answers(String text) throws Exception {
        assertThrows(Json.NotJson.class, () -> Json.read(text));
        assertThrows(Json.NotJson.class, () -> Json.read(text.getBytes(StandardCharsets.UTF_8)));
        // Games decide what such a move means.
        Json.readAnswer(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"a":1,"a":2} | the field 'a' occurs twice (line 1, column 11)
                    NaN           | 'NaN' is not JSON (line 1, column 4)
                    I play        | 'I' is not JSON: strings need double quotes (line 1, column 1)
                    <html>        | unexpected character '<' (line 1, column 1)
                    {'a':1}       | expected the name of a field in double quotes, not ''' (line 1, column 2)
                    {"a" 1}       | expected a colon after the name of a field, not '1' (line 1, column 6)
                    [1 2]         | expected a comma or the end, not '2' (line 1, column 4)
                    [1,]          | unexpected character ']' (line 1, column 4)
                    [01]          | a number begins with a needless zero (line 1, column 3)
                    "\\x"         | 'x' cannot follow a backslash (line 1, column 3)
                    ]             | unexpected character ']' (line 1, column 1)
                    {} {}         | something follows the JSON value (line 1, column 4)
                    [{"a":1       | the JSON ends too early: the object opened at line 1, column 2 is not closed (line 1, column 8)
                    [1            | the JSON ends too early: the array opened at line 1, column 1 is not closed (line 1, column 3)
                    {"a":         | the JSON ends too early (line 1, column 6)
                    """)
    void a_message_gives_the_reason_and_the_place(String text, String message) {
        Json.NotJson refused = assertThrows(Json.NotJson.class, () -> Json.read(text));
        assertEquals(message, refused.getMessage());
        assertEquals(message.replaceFirst(" \\(line.*", ""), refused.reason());
    }

    @Test
    void messages_do_not_repeat_long_input() {
        Json.NotJson refused = assertThrows(Json.NotJson.class, () -> Json.read("x".repeat(100_000)));
        assertTrue(refused.getMessage().length() < 1000, refused.getMessage());
    }

    @Test
    void nesting_is_limited() throws Exception {
        String deepest = "[".repeat(Json.MAX_DEPTH) + "]".repeat(Json.MAX_DEPTH);
        assertInstanceOf(List.class, Json.read(deepest));
        assertThrows(Json.NotJson.class, () -> Json.read("[" + deepest + "]"));
        assertThrows(Json.NotJson.class, () -> Json.read("[".repeat(1_000_000)));
        assertThrows(Json.NotJson.class, () -> Json.read("{\"a\":".repeat(1_000_000)));
    }

    @Test
    void the_length_of_numbers_is_limited() throws Exception {
        assertInstanceOf(BigInteger.class, Json.read("1".repeat(400)));
        assertThrows(Json.NotJson.class, () -> Json.read("1".repeat(401)));
        assertThrows(Json.NotJson.class, () -> Json.read("1." + "1".repeat(1_000_000)));
    }

    @Test
    void numbers_read_as_the_smallest_type_that_holds_them() throws Exception {
        assertEquals(
                Arrays.asList(1, -0, 2147483648L, new BigInteger("9223372036854775808"), 1.0, 0.1, 1e30),
                Json.read("[1, -0, 2147483648, 9223372036854775808, 1.0, 0.1, 1e30]"));
        assertEquals(Double.POSITIVE_INFINITY, Json.readAnswer("1e999"));
        assertEquals(-0.0, Json.read("-0.0"));
    }

    @Test
    void a_byte_order_mark_and_surrounding_white_space_are_ignored() throws Exception {
        byte[] marked = "\uFEFF {\"x\":3,\"y\":0}\r\n\t ".getBytes(StandardCharsets.UTF_8);
        assertEquals(Map.of("x", 3, "y", 0), Json.read(marked));
    }

    @Test
    void objects_keep_the_order_of_their_fields() throws Exception {
        Map<?, ?> read = assertInstanceOf(LinkedHashMap.class, Json.read("{\"z\":1,\"a\":2,\"1\":3}"));
        assertEquals(List.of("z", "a", "1"), new ArrayList<>(read.keySet()));
        assertEquals("{\"z\":1,\"a\":2,\"1\":3}", Json.text(read));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "\"\"",
                "\"a\\\"b\\\\c\\n\\u0000\"",
                "\"äöü 漢字\"",
                "[]",
                "{}",
                "[[],{\"a\":[null,false,1,-2.5]}]",
                "{\"\":1}"
            })
    void values_are_written_as_they_were_read(String text) throws Exception {
        Object value = Json.read(text);
        assertEquals(value, Json.read(Json.bytes(value)));
        assertEquals(text, Json.text(value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"😀\"", "\"\\uD83D\\uDE00\"", "\"\\uD83D\"", "\"\\uDE00 \\uD83D\""})
    void surrogates_read_back_even_if_unpaired(String text) throws Exception {
        Object value = Json.read(text);
        assertEquals(value, Json.read(Json.bytes(value)));
    }

    @Test
    void doubles_read_back_bit_for_bit() throws Exception {
        for (double value : new double[] {0.1, 92.6348441047594, 1e-320, Double.MAX_VALUE, Math.PI, -1 / 3.0}) {
            assertEquals(value, Json.read(Json.text(value)));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void numbers_unknown_to_json_are_not_written(double value) {
        assertThrows(IllegalArgumentException.class, () -> Json.text(List.of(value)));
        assertThrows(IllegalArgumentException.class, () -> Json.bytes(value));
    }

    @Test
    void values_that_are_not_plain_are_not_written() {
        assertThrows(IllegalArgumentException.class, () -> Json.text(new Object()));
    }

    @Test
    void bytes_invalid_in_their_encoding_are_not_json() {
        // Starts like UTF-32, then has a value that is not a character.
        byte[] utf32 = {8, 0, 0, 0, 0, 0, (byte) 0xFE, (byte) 0xFF};
        Json.NotJson refused = assertThrows(Json.NotJson.class, () -> Json.read(utf32));
        assertTrue(refused.getMessage().startsWith("Invalid UTF-32 character"), refused.getMessage());
    }

    @Test
    void an_answer_has_at_most_4096_tokens() throws Exception {
        // The list counts as two tokens, and each number as one.
        assertEquals(4094, ((List<?>) Json.readAnswer("[" + "1,".repeat(4093) + "1]")).size());
        Json.NotJson refused = assertThrows(Json.NotJson.class, () -> Json.readAnswer("[" + "1,".repeat(4094) + "1]"));
        assertTrue(refused.getMessage().contains("exceeds the maximum allowed (4096)"), refused.getMessage());
        assertEquals(
                10_000, ((List<?>) Json.read("[" + "1,".repeat(9999) + "1]")).size(), "other documents may have more");
    }
}
