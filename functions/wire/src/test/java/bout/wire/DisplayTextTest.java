package bout.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DisplayTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Greedy Gary",
                "Zoë",
                "日本 שלום",
                "e\u0301",
                "🦀",
                "❤️",
                "👩‍💻",
                "🧑🏽‍🚀",
                "🏳️‍🌈",
                "❤️‍🔥",
                "👨‍👩‍👧‍👦",
                "5️⃣",
                "🇩🇪",
                "🏴\udb40\udc67\udb40\udc62\udb40\udc73\udb40\udc63\udb40\udc74\udb40\udc7f"
            })
    void letters_of_all_languages_and_emoji_are_shown(String text) {
        assertFalse(DisplayText.isOdd(text));
        assertEquals(text, DisplayText.replaced(text, odd -> "?"));
    }

    /** Hexadecimal: something that is odd between two letters. */
    @ParameterizedTest
    @ValueSource(
            ints = {
                0x00, 0x0a, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e,
                0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x2800, 0x3164, 0xd800, 0xe000, 0xfe0f,
                0xfeff, 0xffa0, 0x378, 0x1faff, 0xe0041, 0xe0100, 0xf0000, 0x10ffff
            })
    void what_nobody_sees_or_what_moves_other_text_is_odd(int character) {
        String text = "a" + Character.toString(character) + "b";
        assertTrue(DisplayText.isOdd(text));
        assertEquals("a?b", DisplayText.replaced(text, odd -> "?"));
    }

    @Test
    void joiners_selectors_and_tags_are_odd_where_they_make_no_emoji() {
        assertTrue(DisplayText.isOdd("🦀\u200d"));
        assertTrue(DisplayText.isOdd("a\u200d🦀"));
        assertTrue(DisplayText.isOdd("1\ufe0f"));
        assertTrue(DisplayText.isOdd("🦀\ufe0f\ufe0f"));
        assertTrue(DisplayText.isOdd("🏴\udb40\udc67\udb40\udc62\udb40\udc7f"), "no flag");
    }

    @Test
    void a_name_has_one_form() {
        assertEquals("Zo\u00eb", DisplayText.name(" Zoe\u0308\u2003"));
        assertEquals("Greedy Gary", DisplayText.name("Greedy\u00a0 Gary"));
    }

    @ParameterizedTest
    @CsvSource({"CONTAIN", "Conta.in", "'con tain'", "c0ntain", "Cοntaιn", "соntаin", "ｃｏｎｔａｉｎ", "cöntain", "contaln"})
    void names_that_pass_for_each_other_look_alike_at_a_glance(String name) {
        assertEquals(DisplayText.glance("contain"), DisplayText.glance(name));
        assertNotEquals(DisplayText.glance("contains"), DisplayText.glance(name));
    }
}
