package bout.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.wire.HostileBytes;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

class HostileUrlsTest {

    private static final List<AddressPolicy> POLICIES =
            List.of(AddressPolicy.PUBLIC, AddressPolicy.LOOPBACK, AddressPolicy.of("192.168.1.0/24,fd12:3456::/64"));

    @Property(tries = 20_000)
    void any_text_is_refused_with_a_message_or_read_as_other_parsers_read_it(@ForAll("urls") String text) {
        for (AddressPolicy policy : POLICIES) {
            switch (BotUrl.read(text, policy)) {
                case BotUrl.Refused refused -> {
                    assertFalse(refused.text().isBlank());
                    Statistics.collect("refused");
                }
                case BotUrl.Allowed allowed -> {
                    checkAllowed(text, allowed.url(), policy);
                    Statistics.collect("allowed");
                }
            }
        }
        Statistics.coverage(both -> {
            both.check("refused").count(times -> times > 0);
            both.check("allowed").count(times -> times > 0);
        });
    }

    private static void checkAllowed(String text, BotUrl url, AddressPolicy policy) {
        assertEquals(new BotUrl.Allowed(url), BotUrl.read(url.text(), policy), "text() parses to the same URL");
        assertTrue(url.port() >= 1 && url.port() <= 65535, "port " + url.port());
        assertTrue(url.target().startsWith("/"));
        if (policy == AddressPolicy.PUBLIC) {
            assertTrue(url.secure() && (url.port() == 443 || url.port() > 1023));
            url.literal().ifPresent(address -> {
                assertEquals("", policy.refusal(address).orElse(""));
                assertFalse(address.isLoopbackAddress()
                        || address.isAnyLocalAddress()
                        || address.isLinkLocalAddress()
                        || address.isSiteLocalAddress()
                        || address.isMulticastAddress());
            });
        }
        // Another parser must not find another host. It finds none if the name contains an underscore.
        URI uri = uri(url.text());
        if (uri != null && uri.getHost() != null) {
            assertEquals(url.host(), uri.getHost().replaceAll("[\\[\\]]", "").toLowerCase(Locale.ROOT), text);
            assertEquals(null, uri.getUserInfo());
        }
    }

    /** {@code null} if {@link URI} rejects it: {@link URI} is stricter about path and query. */
    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException stricter) {
            return null;
        }
    }

    @Provide
    Arbitrary<String> urls() {
        String[] parts = """
                bot example org 127 0 1 0x7f 017 256 xn--a - _ localhost [::1] [::ffff:127.0.0.1] [ ] :: % @ ：
                internal ffff
                """.split("\\s+");
        Arbitrary<String> hosts =
                Arbitraries.of(parts).list().ofMinSize(1).ofMaxSize(5).map(chosen -> String.join(".", chosen));
        Arbitrary<String> built = Combinators.combine(
                        Arbitraries.of("https://", "http://", "HTTPS://", "https:", "https:///", "//", ""),
                        hosts,
                        Arbitraries.of("", ":443", ":8443", ":80", ":", ":0", ":99999", ":443:80", "."),
                        Arbitraries.of("", "/", "/a?b=c", "?x", "#x", "\\@8.8.8.8/", "/@8.8.8.8", "@8.8.8.8/"))
                .as((scheme, host, port, rest) -> scheme + host + port + rest);
        return Arbitraries.oneOf(
                built,
                Arbitraries.strings().ofMaxLength(60),
                HostileBytes.textLike(
                        "https://bot.example.org/move?x=1",
                        "https://8.8.8.8:8443/",
                        "https://[2606:4700:4700::1111]:8443/a",
                        "https://xn--bcher-kva.example.org/%20",
                        "http://127.0.0.1:9000/index.php?expand"));
    }
}
