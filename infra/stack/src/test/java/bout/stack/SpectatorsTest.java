package bout.stack;

import static bout.stack.WrittenTemplate.behavior;
import static bout.stack.WrittenTemplate.behaviors;
import static bout.stack.WrittenTemplate.list;
import static bout.stack.WrittenTemplate.map;
import static bout.stack.WrittenTemplate.properties;
import static bout.stack.WrittenTemplate.symbol;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Application.ApiOrigin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What many spectators of one match ask of the functions. Spectators and the CDN are simulated, with the cache keys of
 * template.yaml, the intervals of the page's script and the Cache-Control of the running API. The CDN is one cache
 * here; a deployment has one for each region in which somebody watches.
 */
@Tag("server")
class SpectatorsTest {

    private static final int SPECTATORS = 1000;
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    /** All have come by then, so the next minute is like any other. */
    private static final long MEASURED_FROM = 120_000;

    private static final long MINUTE = 60_000;

    private static Stack stack;
    private static StackClient client;
    private static String match;
    private static final Map<String, Long> MAX_AGE = new HashMap<>();

    @BeforeAll
    static void start() throws Exception {
        stack = Stack.start(StackOptions.ofThisRepository().strict(TOKEN));
        client = new StackClient(stack.address());
        HttpResponse<String> accepted = client.post(
                "/api/matches",
                "{\"game\":\"ajax-tiles\",\"players\":[{\"house\":\"random\"},{\"house\":\"random\"}]}",
                "Authorization",
                "Bearer " + TOKEN);
        assertEquals(202, accepted.statusCode(), accepted.body());
        match = (String) StackClient.json(accepted.body()).get("id");
        stack.aws().liveReplays().put(match, gzip("{}"));
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }

    @AfterAll
    static void stop() {
        client.close();
        stack.close();
    }

    /** What the CDN looks an answer up by: the path, and of the rest only what its cache policy names. */
    private static String cacheKey(String path, String query, Map<String, String> headers) {
        String pattern = behavior(path).pathPattern();
        String policy = behaviors().stream()
                .filter(each -> pattern.equals(each.get("PathPattern")))
                .map(each -> symbol(each.get("CachePolicyId")))
                .findFirst()
                .orElseThrow();
        Map<String, Object> named =
                map(map(properties(policy).get("CachePolicyConfig")).get("ParametersInCacheKeyAndForwardedToOrigin"));
        Map<String, Object> queries = map(named.get("QueryStringsConfig"));
        Map<String, String> kept = new TreeMap<>();
        for (String pair : query.isEmpty() ? new String[0] : query.split("&")) {
            String name = pair.replaceFirst("=.*", "");
            if (switch ((String) queries.get("QueryStringBehavior")) {
                case "none" -> false;
                case "all" -> true;
                case "whitelist" -> list(queries.get("QueryStrings")).contains(name);
                default -> throw new AssertionError("this test does not know " + queries);
            }) {
                kept.put("?" + name, pair);
            }
        }
        Map<String, Object> wanted = map(named.get("HeadersConfig"));
        if (wanted.get("HeaderBehavior").equals("whitelist")) {
            list(wanted.get("Headers")).forEach(name -> kept.put((String) name, headers.get(name)));
        }
        // Spectators have no cookies.
        return path + kept;
    }

    /** How long the CDN may keep the answer to a request without a token, as the running stack says. */
    private static long maxAge(String target) throws Exception {
        Long known = MAX_AGE.get(target);
        if (known == null) {
            HttpResponse<String> answer = client.get(target);
            assertEquals(200, answer.statusCode(), target);
            Matcher age = Pattern.compile("public, max-age=(\\d+)")
                    .matcher(answer.headers().firstValue("Cache-Control").orElse(""));
            known = age.matches() ? Long.parseLong(age.group(1)) * 1000 : 0;
            MAX_AGE.put(target, known);
        }
        return known;
    }

    private record Kept(long until, long version) {}

    /** One cache, and how often it had to ask a function in the measured minute. */
    private static final class Cdn {

        private final Map<String, Kept> kept = new HashMap<>();
        private final Map<String, Integer> asked = new TreeMap<>();

        /** The version of the content that a request gets. */
        private long get(String path, String query, long now, long version) throws Exception {
            String key = cacheKey(path, query, Map.of("Accept", "*/*"));
            Kept answer = kept.get(key);
            if (answer == null || answer.until <= now) {
                String target = query.isEmpty() ? path : path + "?" + query;
                answer = new Kept(now + maxAge(target), version);
                kept.put(key, answer);
                if (behavior(path).origin() instanceof ApiOrigin && now >= MEASURED_FROM) {
                    asked.merge(query, 1, Integer::sum);
                }
            }
            return answer.version;
        }
    }

    private static Map<String, Long> intervals() throws IOException {
        return intervals("/bout/site/match/live-match.js");
    }

    /** The intervals in a script of the site, by name. */
    private static Map<String, Long> intervals(String file) throws IOException {
        try (InputStream script = SpectatorsTest.class.getResourceAsStream(file)) {
            Map<String, Long> intervals = new HashMap<>();
            for (MatchResult found : Pattern.compile("const (\\w+)_MILLISECONDS = ([\\d_]+);")
                    .matcher(new String(script.readAllBytes(), StandardCharsets.UTF_8))
                    .results()
                    .toList()) {
                intervals.put(found.group(1), Long.valueOf(found.group(2).replace("_", "")));
            }
            return intervals;
        }
    }

    /** Does what live-match.js does with a running match. */
    private static final class Spectator {

        private final Map<String, Long> every;
        private long next;
        private long marked = Long.MIN_VALUE / 2;
        private long quietSince;
        private long patience;
        private long seen = -1;
        private boolean needsRecord = true;

        private Spectator(Map<String, Long> every, long arrives) {
            this.every = every;
            this.next = arrives;
            this.patience = every.get("FIRST_LOOK");
        }

        private void act(Cdn cdn, long turnMillis) throws Exception {
            long now = next;
            if (needsRecord) {
                cdn.get("/api/matches/" + match, "", now, 0);
                quietSince = now;
                needsRecord = false;
            }
            if (now - marked >= every.get("MARK")) {
                marked = now;
                cdn.get("/api/matches/" + match, "watch=true", now, 0);
            }
            long version = cdn.get("/live/" + match + ".json", "", now, now / turnMillis);
            if (version != seen) {
                seen = version;
                quietSince = now;
                patience = every.get("FIRST_LOOK");
            }
            next = now + every.get("LIVE");
            if (next - quietSince >= patience) {
                needsRecord = true;
                patience = Math.min(2 * patience, every.get("LAST_LOOK"));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"200", "1000", "2500", "5000", "20000"})
    @Tag("full")
    void a_thousand_spectators_of_one_match_ask_the_functions_less_than_a_hundred_times_a_minute(long turnMillis)
            throws Exception {
        Map<String, Long> every = intervals();
        Random random = new Random(14);
        PriorityQueue<Spectator> spectators = new PriorityQueue<>(Comparator.comparingLong(each -> each.next));
        for (int i = 0; i < SPECTATORS; i++) {
            spectators.add(new Spectator(every, random.nextLong(MEASURED_FROM / 2)));
        }
        Cdn cdn = new Cdn();
        long requests = 0;
        while (spectators.peek().next < MEASURED_FROM + MINUTE) {
            Spectator spectator = spectators.remove();
            requests += spectator.next >= MEASURED_FROM ? 1 : 0;
            spectator.act(cdn, turnMillis);
            spectators.add(spectator);
        }
        int asked = cdn.asked.values().stream().mapToInt(Integer::intValue).sum();
        System.out.println(SPECTATORS + " spectators, a turn in " + turnMillis + " ms: " + requests
                + " polls a minute, function requests " + cdn.asked + " = " + asked);
        assertTrue(requests > SPECTATORS * 50L, "they do watch: " + requests);
        assertTrue(cdn.asked.getOrDefault("watch=true", 0) >= 3, "the mark lasts for half a minute: " + cdn.asked);
        assertTrue(asked < 100, () -> cdn.asked.toString());
    }

    @Test
    void a_thousand_visitors_of_the_front_page_ask_the_functions_once_a_second() throws Exception {
        long refresh = intervals("/bout/site/match/match-list.js").get("REFRESH");
        Random random = new Random(14);
        List<Long> polls = new ArrayList<>();
        for (int i = 0; i < SPECTATORS; i++) {
            for (long at = MEASURED_FROM + random.nextLong(refresh); at < MEASURED_FROM + MINUTE; at += refresh) {
                polls.add(at);
            }
        }
        polls.sort(null);
        Cdn cdn = new Cdn();
        for (long at : polls) {
            cdn.get("/api/matches", "limit=30", at, 0);
        }
        System.out.println(polls.size() + " polls of the front page a minute, function requests " + cdn.asked);
        assertTrue(cdn.asked.get("limit=30") <= 60, () -> cdn.asked.toString());
    }

    @Test
    void the_mark_of_a_single_spectator_is_renewed_in_time() throws Exception {
        Map<String, Long> every = intervals();
        long renewedAfter = every.get("MARK") + maxAge("/api/matches/" + match + "?watch=true");
        assertTrue(renewedAfter < 30_000, "a mark lasts for 30 s: " + renewedAfter);
    }

    @Test
    void nobody_gets_past_the_cache_with_a_parameter_of_their_own_or_into_somebody_elses_answers() {
        String path = "/api/matches/" + match;
        Map<String, String> anyone = Map.of("Accept", "*/*");
        assertEquals(cacheKey(path, "", anyone), cacheKey(path, "x=1&y", anyone));
        assertEquals(
                cacheKey("/live/" + match + ".json", "", anyone), cacheKey("/live/" + match + ".json", "x=1", anyone));
        assertNotEquals(cacheKey(path, "", anyone), cacheKey(path, "watch=true", anyone));
        assertNotEquals(
                cacheKey(path, "", anyone),
                cacheKey(path, "", Map.of("Accept", "*/*", "Authorization", "Bearer " + TOKEN)));
    }

    @Test
    void an_answer_to_a_known_caller_is_never_kept() throws Exception {
        List<String> kept = new ArrayList<>();
        for (String target : List.of("/api/matches", "/api/bots", "/api/tournaments", "/api/matches/" + match)) {
            assertTrue(maxAge(target) > 0, target);
            HttpResponse<String> own = client.get(target, "Authorization", "Bearer " + TOKEN);
            if (!own.headers().firstValue("Cache-Control").orElse("").equals("no-store")) {
                kept.add(target);
            }
        }
        assertEquals(List.of(), kept);
    }
}
