package bout.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CdnTest {

    /** Without a secret nothing that anyone says is right, and the reference to it is none. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            only | secret                   | api  | shown                    | refused
            on   | what-only-the-cdn-knows  | a1b2 | what-only-the-cdn-knows  | false
            on   | what-only-the-cdn-knows  | a1b2 | something-else           | true
            on   | what-only-the-cdn-knows  | a1b2 |                          | true
            on   | what-only-the-cdn-knows  |      |                          | false
            on   | ''                       | a1b2 | ''                       | true
            on   | {{resolve:CdnSecret}}    | a1b2 | {{resolve:CdnSecret}}    | true
            off  | what-only-the-cdn-knows  | a1b2 |                          | false
            """, useHeadersInDisplayName = true)
    void only_requests_over_http_that_the_cdn_did_not_pass_on_are_refused(
            String only, String secret, String api, String shown, boolean refused) {
        Map<String, String> headers = new HashMap<>();
        headers.put("bout-cdn", shown);
        Cdn cdn = Cdn.of(new Settings(Map.of("BOUT_ONLY_THROUGH_CDN", only, "BOUT_CDN_SECRET", secret)));

        assertEquals(refused, cdn.refuses(api, headers));
        assertEquals(refused, cdn.refuses(api, shown == null ? null : headers));
    }

    @Test
    void it_is_off_unless_it_is_set_and_nothing_else_than_on_or_off() {
        assertEquals(false, Cdn.of(new Settings(Map.of())).refuses("a1b2", null));
        assertThrows(
                IllegalArgumentException.class, () -> Cdn.of(new Settings(Map.of("BOUT_ONLY_THROUGH_CDN", "yes"))));
    }
}
