package bout.store.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminTokenTest {

    private static final String SHORTEST = "aZ09._~+/=-".repeat(3).substring(1);

    static Stream<String> no_tokens() {
        return Stream.of(
                "",
                SHORTEST.substring(1),
                "a".repeat(129),
                SHORTEST + " ",
                SHORTEST + "\n",
                SHORTEST + "é",
                SHORTEST + "*");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void tokens_have_32_to_128_characters(int times) {
        String text = SHORTEST.repeat(times);
        assertEquals(Optional.of(new AdminToken(text)), AdminToken.read(text));
    }

    @ParameterizedTest
    @MethodSource("no_tokens")
    void other_texts_are_no_tokens(String text) {
        assertEquals(Optional.empty(), AdminToken.read(text));
        assertThrows(IllegalArgumentException.class, () -> new AdminToken(text));
    }

    @Test
    void no_text_is_no_token() {
        assertEquals(Optional.empty(), AdminToken.read(null));
    }

    @Test
    void a_drawn_token_is_new_each_time_and_is_not_shown() {
        AdminToken token = AdminToken.draw();
        assertEquals(Optional.of(token), AdminToken.read(token.text()));
        assertNotEquals(token, AdminToken.draw());
        assertFalse(("" + token).contains(token.text()), "a log would show it");
    }
}
