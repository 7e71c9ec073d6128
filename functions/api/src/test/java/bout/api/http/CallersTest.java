package bout.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Contract;
import bout.store.access.AdminToken;
import bout.store.access.Scope;
import bout.telemetry.Settings;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallersTest {

    private static final String ADMIN_TOKEN = "0123456789abcdef0123456789abcdef";
    private static final Callers CALLERS = callers(Map.of("BOUT_ADMIN_TOKEN_HASH", new AdminToken(ADMIN_TOKEN).hash()));

    private static Callers callers(Map<String, String> environment) {
        return Callers.of(new Settings(environment), token -> Optional.empty());
    }

    @Test
    void who_shows_no_token_is_anonymous() {
        assertEquals(Caller.anonymous("127.0.0.1"), CALLERS.identify(request(Map.of())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer ", "bearer ", "BEARER  "})
    void the_admin_token_is_an_admin(String scheme) {
        assertEquals(
                new Caller(Caller.ADMIN, Scope.ADMIN, "127.0.0.1"),
                CALLERS.identify(request(Map.of("authorization", scheme + ADMIN_TOKEN))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                "Basic YWRtaW46YWRtaW4=",
                ADMIN_TOKEN,
                "Bearer 0123456789abcdef0123456789abcdee",
                "Bearer 0123456789abcdef0123456789abcdef0",
                "Bearer 0123456789abcdef0123456789abcde",
                "Bearer 3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9",
            })
    void anything_else_in_the_header_does_not_count(String authorization) {
        Request request = request(Map.of("authorization", authorization));
        Refusal refused = assertThrows(Refusal.class, () -> CALLERS.identify(request));
        assertEquals(401, refused.response().status());
        assertTrue(refused.response().headers().get("WWW-Authenticate").startsWith("Bearer "));
    }

    @Test
    void without_an_admin_token_no_empty_one_is_an_admin() {
        Callers none = callers(Map.of("BOUT_ADMIN_TOKEN_HASH", ""));
        Request request = request(Map.of("authorization", "Bearer "));
        assertThrows(Refusal.class, () -> none.identify(request));
    }

    @Test
    void on_an_open_stack_everyone_is_its_owner_whatever_they_show() {
        Callers open = callers(Map.of("BOUT_ACCESS", "open"));
        Caller local = new Caller(Caller.LOCAL, Scope.ADMIN, "127.0.0.1");
        assertEquals(local, open.identify(request(Map.of())));
        assertEquals(local, open.identify(request(Map.of("authorization", "Bearer nonsense"))));
    }

    @Test
    void a_setting_that_does_not_exist_is_refused_and_not_taken_for_another() {
        assertThrows(IllegalArgumentException.class, () -> callers(Map.of("BOUT_ACCESS", "Open")));
    }

    /** Somebody set the token itself. */
    @Test
    void what_is_no_hash_is_refused_and_not_in_the_message() {
        Exception why = assertThrows(
                IllegalArgumentException.class, () -> callers(Map.of("BOUT_ADMIN_TOKEN_HASH", ADMIN_TOKEN)));
        assertFalse(why.getMessage().contains(ADMIN_TOKEN), why.getMessage());
    }

    private static Request request(Map<String, String> headers) {
        return Contract.request("GET", "/api/games", "", headers, "");
    }
}
