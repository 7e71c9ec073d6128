package bout.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTextTest {

    @Test
    void escape_sequences_line_breaks_and_changes_of_direction_are_replaced() {
        assertEquals("a\ufffd[31mb", TerminalText.line("a\u001b[31mb"));
        assertEquals("a\ufffdb\ufffdc\ufffdd", TerminalText.line("a\nb\rc\td"));
        assertEquals("\ufffd\ufffd\ufffd\ufffd", TerminalText.line("\u0000\u007f\u009b\u0085"));
        assertEquals("\ufffd\ufffd\ufffd\ufffd", TerminalText.line("\u202e\u2066\u200f\u061c"));
        assertEquals("\ufffd\ufffd\ufffd", TerminalText.line("\u2028\u2029\ud800"));
    }

    @Test
    void everything_else_stays() {
        String text = "Größe 90 % \"…\" 🦀 日本 שלום e\u0301";
        assertEquals(text, TerminalText.line(text));
        assertEquals("two\nlines\tand \ufffd[2J", TerminalText.lines("two\nlines\tand \u001b[2J"));
    }

    @Test
    void texts_inside_a_json_value_are_replaced_too() {
        assertEquals(
                Map.of("names", Arrays.asList("a\ufffd", null, 3, true)),
                TerminalText.json(Map.of("names", Arrays.asList("a\n", null, 3, true))));
        assertEquals(List.of(), TerminalText.json(List.of()));
    }
}
