package bout.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BotUrlTest {

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // URL, scheme, host, port, target, authority
                "https://bot.example.org/, https, bot.example.org, 443, /, bot.example.org",
                "https://bot.example.org, https, bot.example.org, 443, /, bot.example.org",
                "HTTPS://Bot.Example.ORG/A, https, bot.example.org, 443, /A, bot.example.org",
                "https://bot.example.org:443/a, https, bot.example.org, 443, /a, bot.example.org",
                "https://bot.example.org:8443/a, https, bot.example.org, 8443, /a, bot.example.org:8443",
                "https://bot.example.org/index.php?expand, https, bot.example.org, 443, /index.php?expand,"
                        + " bot.example.org",
                "https://bot.example.org?expand, https, bot.example.org, 443, /?expand, bot.example.org",
                "https://bot.example.org/a?b=c:d@e/f[0], https, bot.example.org, 443, /a?b=c:d@e/f[0], bot.example.org",
                "https://xn--bcher-kva.example/%20x, https, xn--bcher-kva.example, 443, /%20x, xn--bcher-kva.example",
                "https://my_bot.example.org/, https, my_bot.example.org, 443, /, my_bot.example.org",
                "https://8.8.8.8/, https, 8.8.8.8, 443, /, 8.8.8.8",
                "https://8.8.8.8:1024/, https, 8.8.8.8, 1024, /, 8.8.8.8:1024",
                "https://[2606:4700::1]:8443/x, https, 2606:4700:0:0:0:0:0:1, 8443, /x, [2606:4700:0:0:0:0:0:1]:8443",
                "https://[::ffff:8.8.8.8]/, https, 8.8.8.8, 443, /, 8.8.8.8",
            })
    void a_valid_url_is_parsed(String text, String scheme, String host, int port, String target, String authority) {
        BotUrl url = allowed(text, AddressPolicy.PUBLIC);
        assertEquals(new BotUrl(scheme, host, port, target), url);
        assertEquals(authority, url.authority());
        assertEquals(url, allowed(url.text(), AddressPolicy.PUBLIC), "text() parses to the same URL");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "https://example.org, /move, https://example.org/move",
                "https://example.org/, /move, https://example.org/move",
                "https://example.org/snake, /move, https://example.org/snake/move",
                "https://example.org/snake/?key=a/b?c, /move, https://example.org/snake/move?key=a/b?c",
                "https://example.org?key=1, /start, https://example.org/start?key=1",
                "https://example.org/snake/?key=1, '', https://example.org/snake/?key=1",
            })
    void a_path_goes_below_a_url_and_before_its_query(String url, String more, String below) {
        assertEquals(below, allowed(url, AddressPolicy.PUBLIC).below(more).text());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bot.example.org | the URL must begin with https://",
                "'' | the URL must begin with https://",
                "https:/bot.example.org | the URL must begin with https://",
                "https:///x | the host is missing",
                "https://:443/ | the host is missing",
                "https://bot.example.org:1023/ | the port must be 443 or above 1023, not 1023",
                "https://bot.example.org:+443/ | the port must be a number from 1 to 65535",
                "https://bot.example.org:4x/ | the port must be a number from 1 to 65535",
                "https://user@bot.example.org/ | must not contain a user name or password",
                "https://user:secret@bot.example.org/ | must not contain a user name or password",
                "https://8.8.8.8@127.0.0.1/ | must not contain a user name or password",
                "https://bot.example.org/#x | remove the part from # on",
                "https://bot.example.org#@127.0.0.1/ | remove the part from # on",
                "https://bot.example.org\\@127.0.0.1/ | must be percent-encoded",
                "https://bot.example.org./ | the host must not end with a dot",
                "https://127.0.0.1./ | the host must not end with a dot",
                "https://bot..example.org/ | each part of a host name must have 1 to 63 characters",
                "https://.example.org/ | each part of a host name must have 1 to 63 characters",
                "https://-bot.example.org/ | must not begin or end with a hyphen",
                "https://bot-.example.org/ | must not begin or end with a hyphen",
                "https://bot%2eexample.org/ | a host name can contain only letters, digits, hyphens and dots",
                "https://bot!.example.org/ | a host name can contain only letters, digits, hyphens and dots",
                "https://a:b:443/ | a host name can contain only letters, digits, hyphens and dots",
                "https://bot.example.org/a b | position 26; write a space as %20",
                "https://bücher.example/ | non-ASCII character at position 10",
                "https://bot.example.org/ü | non-ASCII character",
                "https://１２７.０.０.１/ | non-ASCII character",
                "https://bot.example.org/<x> | the character < at position 25 must be percent-encoded",
                "https://localhost/ | the host must be a public name with a domain",
                "https://bot.localhost/ | names under .localhost are not public",
                "https://printer.local/ | names under .local are not public",
                "https://metadata.google.internal/ | names under .internal are not public",
                "https://169.254.169.254/latest | the host is a link-local address (169.254.0.0/16)",
                "https://[fe80::1%25eth0]/ | must not have a zone",
                "https://[8.8.8.8]/ | write an IPv6 address between [ and ]",
                "https://[12345::]/ | write an IPv6 address between [ and ]",
                "https://[2606:4700::1[]/ | write an IPv6 address between [ and ]",
                "https://[2606:4700::1]]/ | write an IPv6 address between [ and ]",
                "https://[::1]x:443/ | write an IPv6 address between [ and ]",
            })
    void an_invalid_url_is_refused_with_the_reason(String text, String refusal) {
        String said = refused(text, AddressPolicy.PUBLIC);
        assertTrue(said.contains(refusal), said);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:8081/index.php?expand",
                "http://localhost:81/",
                "http://[::1]:9000/",
                "http://192.168.1.7/",
                "https://bot.example.org/",
            })
    void the_local_stack_accepts_plain_http_on_any_port_of_loopback_and_private_addresses(String text) {
        assertFalse(allowed(text, AddressPolicy.LOOPBACK).host().isEmpty());
    }

    @Test
    void the_local_stack_also_refuses_the_metadata_address() {
        assertTrue(refused("http://169.254.169.254/", AddressPolicy.LOOPBACK).contains("link-local"));
    }

    @Test
    void urls_names_and_labels_over_the_limit_are_refused() {
        assertTrue(refused("https://bot.example.org/" + "x".repeat(2048), AddressPolicy.PUBLIC)
                .startsWith("a URL can have at most 2048 characters"));
        assertTrue(refused("https://" + "x".repeat(64) + ".org/", AddressPolicy.PUBLIC)
                .startsWith("each part of a host name must have 1 to 63"));
        assertTrue(refused("https://" + "x.".repeat(130) + "org/", AddressPolicy.PUBLIC)
                .startsWith("a host name can have at most 253 characters"));
    }

    @Test
    void urls_names_and_labels_at_the_limit_are_allowed() {
        String begin = "https://bot.example.org/";
        allowed(begin + "x".repeat(2048 - begin.length()), AddressPolicy.PUBLIC);
        allowed("https://" + "x".repeat(63) + ".org/", AddressPolicy.PUBLIC);
        String name = "x.".repeat(125) + "org";
        assertEquals(253, name.length());
        allowed("https://" + name + "/", AddressPolicy.PUBLIC);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"", "<", ">", "\\", "^", "`", "{", "|", "}"})
    void characters_that_servers_read_differently_must_be_percent_encoded(String character) {
        assertEquals(
                "the character " + character + " at position 25 must be percent-encoded",
                refused("https://bot.example.org/" + character, AddressPolicy.PUBLIC));
    }

    @Test
    void only_https_is_secure() {
        assertTrue(allowed("https://127.0.0.1/", AddressPolicy.LOOPBACK).secure());
        assertFalse(allowed("http://127.0.0.1/", AddressPolicy.LOOPBACK).secure());
    }

    @Test
    void only_a_host_that_is_an_address_is_a_literal() {
        assertEquals(
                InetAddress.ofLiteral("8.8.8.8"),
                allowed("https://8.8.8.8/", AddressPolicy.PUBLIC).literal().orElseThrow());
        assertEquals(
                InetAddress.ofLiteral("2606:4700::1"),
                allowed("https://[2606:4700::1]/", AddressPolicy.PUBLIC)
                        .literal()
                        .orElseThrow());
        assertTrue(allowed("https://bot.example.org/", AddressPolicy.PUBLIC)
                .literal()
                .isEmpty());
    }

    @Test
    void to_string_hides_the_url() {
        assertEquals(
                "BotUrl[secret]",
                allowed("https://bot.example.org/secret", AddressPolicy.PUBLIC).toString());
    }

    private static BotUrl allowed(String text, AddressPolicy policy) {
        return switch (BotUrl.read(text, policy)) {
            case BotUrl.Allowed allowed -> allowed.url();
            case BotUrl.Refused refused -> fail(text + " is refused: " + refused.text());
        };
    }

    private static String refused(String text, AddressPolicy policy) {
        return switch (BotUrl.read(text, policy)) {
            case BotUrl.Allowed allowed -> fail(text + " is allowed");
            case BotUrl.Refused refused -> refused.text();
        };
    }
}
