package bout.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Checks the rule against the shared table of forbidden targets, as the API does for a URL in a request. A test of the
 * bot client checks the same table against calls.
 */
class ForbiddenTargetsTest {

    @ParameterizedTest(name = "{0}: {1} {2}")
    @CsvFileSource(resources = "forbidden-targets.csv", numLinesToSkip = 1, delimiter = '|')
    void a_forbidden_target_is_refused_with_the_reason(String kind, String url, String addresses, String reason) {
        String said = said(url, addresses == null ? List.of() : addresses(addresses));
        assertTrue(said.contains(reason), url + ": " + said);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "forbidden-targets.csv", numLinesToSkip = 1, delimiter = '|')
    void a_name_is_refused_only_for_its_addresses_if_the_table_lists_some(
            String kind, String url, String addresses, String reason) {
        BotUrl.Reading read = BotUrl.read(url, AddressPolicy.PUBLIC);
        if (addresses == null) {
            assertInstanceOf(BotUrl.Refused.class, read, url);
            if (reason.equals("four decimal numbers")) {
                assertInstanceOf(BotUrl.Refused.class, BotUrl.read(url, AddressPolicy.LOOPBACK), url);
            }
        } else {
            assertInstanceOf(BotUrl.Allowed.class, read, url);
            assertEquals("allowed", said(url, addresses("8.8.8.8 2606:4700::1111")));
        }
    }

    private static String said(String text, List<InetAddress> ofItsName) {
        return switch (new UrlCheck(AddressPolicy.PUBLIC, name -> ofItsName).read(text)) {
            case BotUrl.Refused refused -> refused.text();
            case BotUrl.Allowed allowed -> "allowed";
        };
    }

    private static List<InetAddress> addresses(String literals) {
        return Arrays.stream(literals.split(" ")).map(InetAddress::ofLiteral).toList();
    }
}
