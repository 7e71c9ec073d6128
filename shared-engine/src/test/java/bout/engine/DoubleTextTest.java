package bout.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoubleTextTest {

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "100, 100",
        "1.50, 1.5",
        "3.000000166666662, 3.000000166666662",
        "9999999.5, 9999999.5",
        "12345678, 12345678",
        "12345678.5, 12345678.5",
        "9007199254740993, 9007199254740992",
        "123456789012345680000, 123456789012345680000",
        "999999999999999900000, 999999999999999900000",
        "1e20, 100000000000000000000",
        "1e21, 1e+21",
        "1.5e21, 1.5e+21",
        "1.7976931348623157e308, 1.7976931348623157e+308",
        "Infinity, Infinity"
    })
    void a_double_has_the_same_text_as_in_ecmascript(double value, String text) {
        assertEquals(text, DoubleText.of(value));
    }

    @Property
    void the_text_of_any_double_from_1_on_parses_back_to_the_same_double(
            @ForAll @LongRange(min = 0x3FF0_0000_0000_0000L, max = 0x7FF0_0000_0000_0000L) long bits) {
        double value = Double.longBitsToDouble(bits);
        assertEquals(value, Double.parseDouble(DoubleText.of(value)));
    }
}
