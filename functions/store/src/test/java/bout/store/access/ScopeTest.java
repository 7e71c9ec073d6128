package bout.store.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScopeTest {

    @Test
    void tokens_read_play_or_administer() {
        assertEquals(List.of("read", "play", "admin"), Scope.OF_TOKENS);
        assertEquals(Optional.of(Scope.PLAY), Scope.ofToken("play"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"anonymous", "PLAY", "", "write"})
    void no_token_has_another_scope(String code) {
        assertEquals(Optional.empty(), Scope.ofToken(code));
    }

    @ParameterizedTest
    @EnumSource
    void a_scope_includes_itself_and_those_before_it(Scope scope) {
        for (Scope other : Scope.values()) {
            assertEquals(other.ordinal() <= scope.ordinal(), scope.includes(other), scope + " and " + other);
        }
    }
}
