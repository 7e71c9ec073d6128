package bout.stack.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.bots.HttpAnswer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowedOriginsTest {

    private static final int OK = 200;

    private static int status(AllowedOrigins allowed, String method, Map<String, List<String>> headers) {
        return status(allowed.refusal(method, headers, Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:8080, 200",
        "localhost:8080, 200",
        "LocalHost:8080, 200",
        "[::1]:8080, 200",
        "127.0.0.1, 421",
        "localhost:8081, 421",
        "localhost.:8080, 421",
        "evil.example:8080, 421",
        "127.0.0.1.evil.example:8080, 421",
        "evil.example@127.0.0.1:8080, 421",
        "'127.0.0.1:8080,evil.example', 421",
        "0.0.0.0:8080, 421",
        "'', 421"
    })
    void only_the_names_of_this_machine_with_its_port_are_answered(String host, int status) {
        AllowedOrigins allowed = AllowedOrigins.loopbackAnd(8080, Set.of());
        assertEquals(status, status(allowed, "GET", Map.of("host", List.of(host))));
    }

    @Test
    void a_request_without_a_host_or_with_two_is_not_answered() {
        AllowedOrigins allowed = AllowedOrigins.loopbackAnd(8080, Set.of());
        assertEquals(421, status(allowed, "GET", Map.of()));
        assertEquals(421, status(allowed, "GET", Map.of("host", List.of("localhost:8080", "localhost:8080"))));
    }

    @ParameterizedTest
    @CsvSource({
        "POST, http://127.0.0.1:8080, 200",
        "POST, https://127.0.0.1:8080, 403",
        "POST, http://localhost:8080, 403",
        "POST, http://127.0.0.1:8081, 403",
        "POST, http://evil.example, 403",
        "POST, null, 403",
        "PATCH, null, 403",
        "DELETE, http://evil.example, 403",
        "PUT, http://evil.example, 403",
        "GET, http://evil.example, 200",
        "HEAD, null, 200"
    })
    void a_page_of_another_origin_may_not_change_anything(String method, String origin, int status) {
        AllowedOrigins allowed = AllowedOrigins.loopbackAnd(8080, Set.of());
        Map<String, List<String>> headers = Map.of("host", List.of("127.0.0.1:8080"), "origin", List.of(origin));
        assertEquals(status, status(allowed, method, headers));
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:9090, true",
        "HTTPS://Bout.example.org, true",
        "http://[::1]:9090, true",
        "localhost:9090, false",
        "http://localhost:9090/, false",
        "ftp://localhost, false",
        "http://*, false",
        "http://a b, false",
        "'', false"
    })
    void an_origin_is_a_scheme_a_name_and_perhaps_a_port(String text, boolean origin) {
        assertEquals(origin, AllowedOrigins.isOrigin(text));
    }

    /** In a network, the address at which a request arrived is as good as a name: nobody else's page has it. */
    @ParameterizedTest
    @CsvSource({
        "192.168.1.20, 8080, 192.168.1.20:8080, 200",
        "192.168.1.20, 80, 192.168.1.20, 200",
        "192.168.1.20, 80, 192.168.1.20:80, 200",
        "fd12:3456::20, 8080, [fd12:3456::20]:8080, 200",
        "fd12:3456::20, 8080, [FD12:3456:0:0:0:0:0:20]:8080, 200",
        "127.0.0.1, 8080, 127.0.0.1:8080, 200",
        "192.168.1.20, 8080, localhost:8080, 200",
        "192.168.1.20, 8080, laptop.local:8080, 200",
        "192.168.1.20, 8080, Laptop.Local:8080, 200",
        "192.168.1.20, 8080, 192.168.1.20, 421",
        "192.168.1.20, 8080, 192.168.1.20:8081, 421",
        "192.168.1.20, 8080, 192.168.1.21:8080, 421",
        "192.168.1.20, 8080, 10.0.0.1:8080, 421",
        "192.168.1.20, 8080, [fd12:3456::20]:8080, 421",
        "192.168.1.20, 8080, 0.0.0.0:8080, 421",
        "192.168.1.20, 8080, other.local:8080, 421",
        "192.168.1.20, 8080, 192.168.1.20.evil.example:8080, 421",
        "192.168.1.20, 8080, evil.example@192.168.1.20:8080, 421",
        "192.168.1.20, 8080, 192.168.1.20:8080:8080, 421",
        "192.168.1.20, 8080, [192.168.1.20:8080, 421",
        "192.168.1.20, 8080, 1.2.3.4.5:8080, 421",
        "192.168.1.20, 8080, rebinding.example:8080, 421"
    })
    void in_a_network_the_address_that_was_reached_is_a_name_of_this_machine(
            String reached, int port, String host, int status) {
        AllowedOrigins allowed = AllowedOrigins.loopbackAnd(8080, Set.of("http://laptop.local:8080"));
        Optional<InetSocketAddress> here = Optional.of(new InetSocketAddress(InetAddress.ofLiteral(reached), port));
        assertEquals(status, status(allowed.refusal("GET", Map.of("host", List.of(host)), here)));
        // Without such a network it is not.
        if (!host.toLowerCase(Locale.ROOT).matches("(localhost|laptop.local|127.0.0.1):8080")) {
            assertEquals(421, status(allowed, "GET", Map.of("host", List.of(host))));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://192.168.1.20:8080, 200",
        "http://192.168.1.21:8080, 403",
        "http://127.0.0.1:8080, 403",
        "http://laptop.local:8080, 403",
        "https://192.168.1.20:8080, 403",
        "http://192.168.1.20, 403",
        "http://evil.example, 403",
        "null, 403"
    })
    void in_a_network_a_page_of_another_origin_may_not_change_anything_either(String origin, int status) {
        AllowedOrigins allowed = AllowedOrigins.loopbackAnd(8080, Set.of("http://laptop.local:8080"));
        Map<String, List<String>> headers = Map.of("host", List.of("192.168.1.20:8080"), "origin", List.of(origin));
        InetSocketAddress here = new InetSocketAddress(InetAddress.ofLiteral("192.168.1.20"), 8080);
        assertEquals(status, status(allowed.refusal("POST", headers, Optional.of(here))));
    }

    private static int status(Optional<HttpAnswer> refusal) {
        return refusal.map(HttpAnswer::status).orElse(OK);
    }

    @Test
    void a_further_origin_is_allowed_with_and_without_its_default_port() {
        AllowedOrigins allowed = AllowedOrigins.loopbackAnd(80, Set.of("https://Bout.example.org:443"));
        Map<String, List<String>> through =
                Map.of("host", List.of("bout.example.org"), "origin", List.of("https://bout.example.org"));
        assertEquals(OK, status(allowed, "POST", through));
        assertEquals(OK, status(allowed, "GET", Map.of("host", List.of("bout.example.org:443"))));
        assertEquals(OK, status(allowed, "GET", Map.of("host", List.of("127.0.0.1"))));
        assertThrows(IllegalArgumentException.class, () -> AllowedOrigins.loopbackAnd(80, Set.of("bout.example.org")));
        assertThrows(IllegalArgumentException.class, () -> AllowedOrigins.loopbackAnd(80, Set.of("https://*")));
    }
}
