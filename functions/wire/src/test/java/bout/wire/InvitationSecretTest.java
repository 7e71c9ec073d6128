package bout.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InvitationSecretTest {

    private final SecureRandom random = new SecureRandom();

    @Test
    void a_drawn_secret_is_read_again_and_no_two_are_the_same() {
        Set<String> texts = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            InvitationSecret secret = InvitationSecret.draw(random);
            assertTrue(secret.text().matches("[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){3}"), secret.text());
            assertEquals(Optional.of(secret), InvitationSecret.read(secret.text()));
            texts.add(secret.text());
        }
        assertEquals(1000, texts.size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "k7q10-m2x40-1t8r3-c5hpz",
                "K7Q10-M2X40-1T8R3-C5HPZ",
                "k7q10m2x401t8r3c5hpz",
                " k7qIo m2x4O\tlt8r3-c5hpz\n",
            })
    void what_people_type_is_understood(String typed) {
        assertEquals(
                "k7q10-m2x40-1t8r3-c5hpz",
                InvitationSecret.read(typed).orElseThrow().text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "k7q10-m2x40-1t8r3-c5hp",
                "k7q10-m2x40-1t8r3-c5hpzz",
                "u7q10-m2x40-1t8r3-c5hpz",
                "k7q10_m2x40_1t8r3_c5hpz",
                "\u0130\u0130\u0130\u0130\u0130-m2x40-1t8r3-c5hpz",
            })
    void other_texts_are_none(String typed) {
        assertEquals(Optional.empty(), InvitationSecret.read(typed));
        assertEquals(Optional.empty(), InvitationSecret.read(" ".repeat(1_000_000) + typed));
        assertThrows(IllegalArgumentException.class, () -> new InvitationSecret(typed));
    }

    @Test
    void its_text_form_and_its_id_do_not_hold_it() {
        InvitationSecret secret = InvitationSecret.draw(random);
        assertFalse(secret.toString().contains(secret.text()), "the secret is in its text form");
        assertTrue(InvitationSecret.isId(secret.id()), secret.id());
        assertFalse(InvitationSecret.isId(secret.text()));
    }
}
