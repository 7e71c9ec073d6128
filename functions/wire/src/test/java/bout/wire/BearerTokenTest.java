package bout.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BearerTokenTest {

    /** What is drawn where every random bit is 0, its checksum worked out by another program (Python's zlib.crc32). */
    private static final String ZERO = "bout_00000000000000000000000000000000000000000000EL1JL";

    private final SecureRandom random = new SecureRandom();

    @Test
    void a_token_is_known_by_how_it_begins_and_by_its_checksum() {
        RandomGenerator zeros = () -> 0;
        assertEquals(ZERO, BearerToken.draw(zeros).text());
    }

    @Test
    void a_drawn_token_is_read_again_and_no_two_are_the_same() {
        Set<String> texts = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            BearerToken token = BearerToken.draw(random);
            assertTrue(token.text().matches("bout_[0-9A-Za-z]{49}"), token.text());
            assertEquals(Optional.of(token), BearerToken.read(token.text()));
            texts.add(token.text());
        }
        assertEquals(1000, texts.size());
    }

    @Test
    void a_token_with_any_one_character_changed_is_none() {
        String text = BearerToken.draw(random).text();
        for (int i = 0; i < text.length(); i++) {
            char other = text.charAt(i) == 'x' ? 'y' : 'x';
            assertEquals(Optional.empty(), BearerToken.read(text.substring(0, i) + other + text.substring(i + 1)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bout_", "tok_0123456789abcdef0123456789abcdef", ZERO + "0", " " + ZERO, ZERO + "\n"})
    void other_texts_are_none(String text) {
        assertEquals(Optional.empty(), BearerToken.read(text));
        assertThrows(IllegalArgumentException.class, () -> new BearerToken(text));
    }

    @Test
    void its_text_form_and_its_id_do_not_hold_it() {
        BearerToken token = BearerToken.draw(random);
        String random = token.text().substring(5, 48);
        assertFalse(token.toString().contains(random), "the token is in its text form");
        assertTrue(BearerToken.isId(token.id()), token.id());
        assertFalse(token.id().contains(random), "the token is in its id");
    }
}
