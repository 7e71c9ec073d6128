package bout.api.access;

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

    private static String address(Map<String, String> environment, String secret, String forwarded) {
        Map<String, String> headers = new HashMap<>();
        if (secret != null) {
            headers.put("bout-cdn", secret);
        }
        if (forwarded != null) {
            headers.put("x-forwarded-for", forwarded);
        }
        return SourceAddress.of(new Settings(environment)).of(Contract.request("GET", "/api/games", "", headers, ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        203.0.113.7, 130.176.98.143                    | 203.0.113.7
        10.0.0.1, 203.0.113.7, 130.176.98.143          | 203.0.113.7
        2001:db8::7, 130.176.98.143                    | 2001:db8::7
        ' made up ,, 203.0.113.7 , 130.176.98.143'     | 203.0.113.7
        130.176.98.143                                 | 127.0.0.1
                                                       | 127.0.0.1
        """)
    void behind_the_cdn_it_is_the_address_that_the_cdn_saw(String forwarded, String address) {
        assertEquals(address, address(Map.of("BOUT_CDN_SECRET", SECRET), SECRET, forwarded));
    }

    @Test
    void without_the_secret_of_the_cdn_nothing_that_a_caller_says_counts() {
        String forwarded = "203.0.113.7, 130.176.98.143";
        assertEquals("127.0.0.1", address(Map.of("BOUT_CDN_SECRET", SECRET), null, forwarded));
        assertEquals("127.0.0.1", address(Map.of("BOUT_CDN_SECRET", SECRET), SECRET + "x", forwarded));
        assertEquals("127.0.0.1", address(Map.of("BOUT_CDN_SECRET", SECRET), "", forwarded));
        assertEquals("127.0.0.1", address(Map.of("BOUT_CDN_SECRET", ""), "", forwarded));
        assertEquals("127.0.0.1", address(Map.of(), "", forwarded));
    }

    @Test
    void on_one_machine_the_reference_to_the_secret_is_no_secret() {
        String reference = "{{resolve:secretsmanager:CdnSecret:SecretString}}";
        assertEquals(
                "127.0.0.1", address(Map.of("BOUT_CDN_SECRET", reference), reference, "203.0.113.7, 130.176.98.143"));
    }
}
