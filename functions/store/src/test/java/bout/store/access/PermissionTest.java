package bout.store.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.store.access.Owners.Quotas;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an owner, a key or the admin may do. */
class PermissionTest {

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
        assertEquals(Optional.empty(), AdminToken.read(null));
    }

    @ParameterizedTest
    @MethodSource("no_tokens")
    void other_texts_are_no_tokens(String text) {
        assertEquals(Optional.empty(), AdminToken.read(text));
        assertThrows(IllegalArgumentException.class, () -> new AdminToken(text));
    }

    @Test
    void a_drawn_token_is_new_each_time_and_is_not_shown() {
        AdminToken token = AdminToken.draw();
        assertEquals(Optional.of(token), AdminToken.read(token.text()));
        assertNotEquals(token, AdminToken.draw());
        assertFalse(("" + token).contains(token.text()), "a log would show it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"anonymous", "PLAY", "", "write"})
    void no_token_has_another_scope(String code) {
        assertEquals(Optional.empty(), Scope.ofToken(code));
    }

    @Test
    void a_quota_only_takes_something_away() {
        assertEquals(100, Quotas.least(100, null));
        assertEquals(3, Quotas.least(100, 3));
        assertEquals(100, Quotas.least(100, 500));
        assertEquals(3, Quotas.least(0, 3), "a deployment without a limit");
        assertEquals(0, Quotas.least(0, null));
        // 0 would be read as no limit.
        assertThrows(IllegalArgumentException.class, () -> new Quotas(0, null, null));
        assertThrows(IllegalArgumentException.class, () -> new Quotas(null, 0, null));
        assertThrows(IllegalArgumentException.class, () -> new Quotas(null, null, -1));
    }
}
