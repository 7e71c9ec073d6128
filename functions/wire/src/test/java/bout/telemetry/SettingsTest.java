package bout.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    private static Settings of(String value) {
        return new Settings(Map.of("BOUT_X", value));
    }

    private static String refusal(Executable read) {
        return assertThrows(IllegalArgumentException.class, read).getMessage();
    }

    @Test
    void an_unset_variable_has_its_default_or_is_reported() {
        Settings none = new Settings(Map.of());
        assertEquals("tokens", none.text("BOUT_X", "tokens"));
        assertEquals(7, none.wholeNumber("BOUT_X", 1, 9, 7));
        assertEquals(Duration.ofMillis(1500), none.seconds("BOUT_X", 1, 9, Duration.ofMillis(1500)));
        assertEquals(Optional.empty(), none.url("BOUT_X"));
        String missing = "The environment variable BOUT_X is not set; template.yaml sets it for every function.";
        assertEquals(missing, refusal(() -> none.text("BOUT_X")));
        assertEquals(missing, refusal(() -> none.wholeNumber("BOUT_X", 1, 9)));
        assertEquals(missing, refusal(() -> of(" ").text("BOUT_X")));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "9, 9", "007, 7"})
    void a_whole_number_is_read(String value, int expected) {
        assertEquals(expected, of(value).wholeNumber("BOUT_X", 1, 9));
        assertEquals(expected, of(value).wholeNumber("BOUT_X", 1, 9, 5));
        assertEquals(Duration.ofSeconds(expected), of(value).seconds("BOUT_X", 1, 9, Duration.ZERO));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10", "-1", "+5", "5.0", "many", "", " 5", "99999999999999999999", "٣"})
    void a_value_other_than_a_whole_number_in_range_is_refused(String value) {
        String wrong = "The environment variable BOUT_X is '" + value + "', but must be a whole number from 1 to 9.";
        assertEquals(wrong, refusal(() -> of(value).wholeNumber("BOUT_X", 1, 9, 5)));
        assertEquals(wrong, refusal(() -> of(value).seconds("BOUT_X", 1, 9, Duration.ZERO)));
    }

    @Test
    void a_choice_accepts_only_its_words() {
        assertEquals("tokens", new Settings(Map.of()).choice("BOUT_X", "tokens", "open"));
        assertEquals("open", of("open").choice("BOUT_X", "tokens", "open"));
        assertEquals("The environment variable BOUT_X is 'Open', but must be tokens or open.", refusal(() -> of("Open")
                .choice("BOUT_X", "tokens", "open")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:9324", "/path", "http://", "http://a b", ""})
    void a_value_other_than_an_absolute_url_is_refused(String value) {
        assertEquals(
                Optional.of(URI.create("http://127.0.0.1:1")),
                of("http://127.0.0.1:1").url("BOUT_X"));
        assertEquals(
                "The environment variable BOUT_X is '" + value + "', but must be a URL such as http://127.0.0.1:4566.",
                refusal(() -> of(value).url("BOUT_X")));
    }
}
