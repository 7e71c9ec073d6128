package bout.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoubleTextTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "1, 1",
        "-1, -1",
        "100, 100",
        "1.50, 1.5",
        "-0.25, -0.25",
        "0.30000000000000004, 0.30000000000000004",
        "3.000000166666662, 3.000000166666662",
        "0.1, 0.1",
        "0.000001, 0.000001",
        "0.0000015, 0.0000015",
        "1e-7, 1e-7",
        "1.25e-7, 1.25e-7",
        "-1e-7, -1e-7",
        "5e-324, 5e-324",
        "-5e-324, -5e-324",
        "1e-323, 1e-323",
        "1.5e-323, 1.5e-323",
        "2e-323, 2e-323",
        "4.4e-323, 4.4e-323",
        "5e-323, 5e-323",
        "1e-322, 1e-322",
        "1.5e-322, 1.5e-322",
        "2.2250738585072014e-308, 2.2250738585072014e-308",
        "9007199254740993, 9007199254740992",
        "123456789012345680000, 123456789012345680000",
        "999999999999999900000, 999999999999999900000",
        "1e20, 100000000000000000000",
        "1e21, 1e+21",
        "1.5e21, 1.5e+21",
        "-1.5e300, -1.5e+300",
        "1.7976931348623157e308, 1.7976931348623157e+308",
        "NaN, NaN",
        "Infinity, Infinity",
        "-Infinity, -Infinity"
    })
    void a_double_has_the_same_text_as_in_ecmascript(double value, String text) {
        assertEquals(text, DoubleText.of(value));
    }

    @Property
    void the_text_parses_back_to_the_same_double(@ForAll double value) {
        // ECMAScript formats -0.0 as 0, which parses to 0.0; adding 0.0 makes both equal.
        assertEquals(value + 0.0, Double.parseDouble(DoubleText.of(value)));
    }

    @Property
    void the_text_of_any_bit_pattern_parses_back_to_the_same_double(@ForAll long bits) {
        double value = Double.longBitsToDouble(bits);
        assertEquals(value + 0.0, Double.parseDouble(DoubleText.of(value)));
    }
}
