package bout.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.Lookups.NameLookup;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class UrlCheckTest {

    private static UrlCheck check(NameLookup names) {
        return new UrlCheck(AddressPolicy.PUBLIC, names, Duration.ofMillis(200), Duration.ofMillis(500));
    }

    @Test
    void many_urls_get_the_same_results_as_each_alone() {
        UrlCheck urls = check(name -> switch (name) {
            case "private.example" -> List.of(InetAddress.ofLiteral("10.0.0.1"));
            case "public.example" -> List.of(InetAddress.ofLiteral("203.0.112.7"));
            default -> throw new UnknownHostException(name);
        });
        Set<String> texts = new LinkedHashSet<>(List.of(
                "https://public.example/",
                "https://private.example/a",
                "https://private.example/b",
                "https://nowhere.example/",
                "https://192.168.0.1/",
                "https://203.0.112.7/",
                "no URL"));
        Map<String, BotUrl.Reading> readings = urls.read(texts);
        assertEquals(List.copyOf(texts), List.copyOf(readings.keySet()));
        readings.forEach((text, reading) -> assertEquals(urls.read(text), reading, text));
        assertInstanceOf(BotUrl.Refused.class, readings.get("https://private.example/b"));
        assertInstanceOf(BotUrl.Allowed.class, readings.get("https://nowhere.example/"));
    }

    @Test
    void each_name_is_looked_up_once_with_bounded_concurrency() {
        Map<String, Integer> asked = new ConcurrentHashMap<>();
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        UrlCheck urls = check(name -> {
            asked.merge(name, 1, Integer::sum);
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            underWay.decrementAndGet();
            throw new UnknownHostException(name);
        });
        Set<String> texts = new LinkedHashSet<>();
        IntStream.range(0, 1000).forEach(i -> texts.add("https://bot" + i % 200 + ".example/" + i));
        assertEquals(1000, urls.read(texts).size());
        assertEquals(200, asked.size());
        assertEquals(Set.of(1), Set.copyOf(asked.values()));
        assertTrue(most.get() <= 32, "concurrent look-ups: " + most);
    }

    @Test
    @Timeout(5)
    void a_thousand_hanging_name_servers_do_not_delay_the_caller_beyond_the_limit() {
        CountDownLatch never = new CountDownLatch(1);
        UrlCheck urls = check(name -> {
            try {
                never.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            throw new UnknownHostException(name);
        });
        Set<String> texts = new LinkedHashSet<>();
        IntStream.range(0, 1000).forEach(i -> texts.add("https://bot" + i + ".example/"));
        Map<String, BotUrl.Reading> readings = urls.read(texts);
        never.countDown();
        assertTrue(
                readings.values().stream().allMatch(BotUrl.Allowed.class::isInstance),
                "unresolved names pass; the call checks them");
    }
}
