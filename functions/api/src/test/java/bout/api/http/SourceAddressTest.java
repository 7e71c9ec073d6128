package bout.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.api.Contract;
import bout.telemetry.Settings;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceAddressTest {

    private static final String SECRET = "what-only-the-cdn-knows";

    private static String address(Map<String, String> environment, String secret, String viewer) {
        Map<String, String> headers = new HashMap<>();
        if (secret != null) {
            headers.put("bout-cdn", secret);
        }
        if (viewer != null) {
            headers.put("bout-viewer", viewer);
        }
        // Anyone can write into this one.
        headers.put("x-forwarded-for", "198.51.100.1, 198.51.100.2, 198.51.100.3");
        return SourceAddress.of(new Settings(environment)).of(Contract.request("GET", "/api/games", "", headers, ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        203.0.113.7        | 203.0.113.7
        2001:db8::7        | 2001:db8::7
        ' 203.0.113.7 '    | 203.0.113.7
        ' '                | 127.0.0.1
                           | 127.0.0.1
        """)
    void behind_the_cdn_it_is_the_address_that_the_cdn_saw(String viewer, String address) {
        assertEquals(address, address(Map.of("BOUT_CDN_SECRET", SECRET), SECRET, viewer));
    }

    @Test
    void without_the_secret_of_the_cdn_nothing_that_a_caller_says_counts() {
        String viewer = "203.0.113.7";
        assertEquals("127.0.0.1", address(Map.of("BOUT_CDN_SECRET", SECRET), null, viewer));
        assertEquals("127.0.0.1", address(Map.of("BOUT_CDN_SECRET", SECRET), SECRET + "x", viewer));
    }
}
