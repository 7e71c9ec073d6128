package bout.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.TestJson;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainTest {

    static Stream<Arguments> readings() {
        return Stream.of(
                reading("[]", Plain::fields, "The document: expected an object, found a list of 0"),
                reading("{}", Plain::list, "The document: expected a list, found an empty object"),
                reading("7", Plain::text, "The document: expected a string, found the number 7"),
                reading("null", Plain::bool, "The document: expected true or false, found nothing"),
                reading("'7'", Plain::number, "The document: expected a number, found the string \"7\""),
                reading(
                        "[0]",
                        p -> p.at(0).integer(1, 5),
                        "/0: expected a whole number from 1 to 5, found the number 0"),
                reading(
                        "[6]",
                        p -> p.at(0).integer(1, 5),
                        "/0: expected a whole number from 1 to 5, found the number 6"),
                reading(
                        "2.5",
                        p -> p.integer(1, 5),
                        "The document: expected a whole number from 1 to 5, found a number that is not a whole one or is too large"),
                reading(
                        "99999999999",
                        p -> p.integer(1, 5),
                        "The document: expected a whole number from 1 to 5, found a number that is not a whole one or is too large"),
                reading(
                        "{'a':{'b/c~d':[1,true]}}",
                        p -> p.get("a").get("b/c~d").at(1).text(),
                        "/a/b~1c~0d/1: expected a string, found true"),
                reading("[1]", p -> p.at(1), "The document: expected at least 2 entries, found a list of 1"),
                reading("{'a':[1]}", p -> p.get("a").size(2), "/a: expected a list of 2, found a list of 1"),
                reading(
                        "{'a':1,'z':2}",
                        p -> p.onlyFields("a", "b"),
                        "The document: expected no field other than [a, b], found the string \"z\""),
                reading(
                        "'x'",
                        p -> p.oneOf(List.of("r", "b"), word -> word),
                        "The document: expected one of r, b, found the string \"x\""));
    }

    private static Arguments reading(String json, Function<Plain, Object> reading, String message) {
        return Arguments.of(json, reading, message);
    }

    @ParameterizedTest
    @MethodSource("readings")
    void an_unexpected_value_is_rejected_with_position_expected_and_found_value(
            String json, Function<Plain, Object> reading, String message) {
        Plain plain = Plain.of(TestJson.read(json));
        UnexpectedValue unexpected = assertThrows(UnexpectedValue.class, () -> reading.apply(plain));
        assertEquals(message, unexpected.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0.0", "3", "3.0", "3e0", "-2147483648", "2147483647", "2147483647.0"})
    void a_whole_number_in_the_range_of_int_is_an_integer_in_any_notation(String json) {
        assertTrue(Plain.isInteger(TestJson.read(json)));
        assertTrue(Plain.isWhole(TestJson.read(json)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"2147483648", "-2147483649", "99999999999", "1e30", "123456789012345678901234567890", "1e999"})
    void a_whole_number_of_any_size_is_whole(String json) {
        assertFalse(Plain.isInteger(TestJson.read(json)));
        assertTrue(Plain.isWhole(TestJson.read(json)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.5", "-2.25", "'3'", "true", "null", "[]", "{}"})
    void other_values_are_neither_integer_nor_whole(String json) {
        assertFalse(Plain.isInteger(TestJson.read(json)));
        assertFalse(Plain.isWhole(TestJson.read(json)));
    }

    @Test
    void nan_is_neither_integer_nor_whole() {
        assertFalse(Plain.isInteger(Double.NaN));
        assertFalse(Plain.isWhole(Double.NaN));
    }

    @Test
    void a_whole_double_becomes_an_integer() {
        assertEquals(3, Plain.number(3.0));
        assertEquals(3.5, Plain.number(3.5));
        assertEquals(-0.0, Plain.number(-0.0));
        assertEquals(1e10, Plain.number(1e10));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    null                  | nothing
                    ''                    | the string ""
                    'abc'                 | the string "abc"
                    true                  | true
                    7                     | the number 7
                    7.0                   | the number 7
                    7.5                   | a number that is not a whole one or is too large
                    1e30                  | a number that is not a whole one or is too large
                    []                    | a list of 0
                    [1,2,3]               | a list of 3
                    {}                    | an empty object
                    {'x':1,'y':'2'}       | an object with x (the number 1), y (the string "2")
                    {'x':{'y':1},'z':[]}  | an object with x (an object), z (a list of 0)
                    """)
    void a_value_is_described_briefly(String json, String words) {
        assertEquals(words, Plain.describe(TestJson.read(json)));
    }

    @Test
    void the_description_of_a_long_string_is_cut() {
        assertEquals("the string \"" + "a".repeat(60) + "…\"", Plain.describe("a".repeat(100_000)));
        assertTrue(
                Plain.describe(TestJson.read("{'" + "k".repeat(5000) + "':1}")).length() < 100);
    }
}
