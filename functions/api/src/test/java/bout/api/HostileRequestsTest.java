package bout.api;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.store.TestAws;
import bout.wire.HostileBytes;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/**
 * Requests of hostile bytes to the whole API function: no answer is an error of ours, and each is one that the OpenAPI
 * document knows.
 */
@Tag("aws")
class HostileRequestsTest {

    private static final String MATCH = "{\"game\":\"ajax-tiles\",\"players\":[{\"house\":\"expand\"},"
            + "{\"url\":\"https://bot.example.org/x?y\",\"name\":\"Ada\"}],\"seed\":\"7\",\"timeLimit\":2000,"
            + "\"options\":{\"nukes\":4}}";

    private static final Gateway API = new Gateway(TestAws.application());

    @Property(tries = 400, edgeCases = EdgeCasesMode.NONE)
    void any_body_is_taken_or_refused(@ForAll("bodies") byte[] body, @ForAll("keys") String key) {
        Map<String, String> headers = new HashMap<>(Map.of("content-type", "application/json"));
        if (!key.isEmpty()) {
            headers.put("idempotency-key", key);
        }
        assertTakenOrRefused("/api/matches", headers, body);
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void any_wish_to_join_or_to_invite_is_taken_or_refused(@ForAll("joins") byte[] body) {
        for (String path : List.of("/api/join", "/api/invitations")) {
            assertTakenOrRefused(path, Map.of("content-type", "application/json"), body);
        }
    }

    @Property(tries = 400, edgeCases = EdgeCasesMode.NONE)
    void any_query_is_taken_or_refused(@ForAll("queries") String query) {
        assertNoErrorOfOurs(API.call("GET", "/api/matches", query, Map.of(), ""));
    }

    @Property(tries = 400, edgeCases = EdgeCasesMode.NONE)
    void any_path_is_found_or_not(@ForAll("paths") String path) {
        assertNoErrorOfOurs(API.call("GET", path, "", Map.of(), ""));
    }

    private static void assertTakenOrRefused(String path, Map<String, String> headers, byte[] body) {
        APIGatewayV2HTTPEvent event = GatewayEvents.of("POST", path, "", headers, "x");
        event.setBody(Base64.getEncoder().encodeToString(body));
        event.setIsBase64Encoded(true);
        assertNoErrorOfOurs(API.call(event));
    }

    private static void assertNoErrorOfOurs(Gateway.Answer answer) {
        assertTrue(answer.status() < 500, answer.status() + " " + answer.body());
    }

    @Provide
    Arbitrary<byte[]> bodies() {
        return HostileBytes.like(List.of(MATCH.getBytes(StandardCharsets.UTF_8)));
    }

    @Provide
    Arbitrary<byte[]> joins() {
        return HostileBytes.like(List.of(
                "{\"name\":\"Ada\",\"secret\":\"k7qd9-m2x4w-nt8r3-c5hpz\"}".getBytes(StandardCharsets.UTF_8),
                "{\"name\":\"CS 101\",\"uses\":40,\"days\":7,\"quotas\":{\"bots\":3,\"openMatches\":1}}"
                        .getBytes(StandardCharsets.UTF_8)));
    }

    @Provide
    Arbitrary<String> keys() {
        return Arbitraries.oneOf(
                Arbitraries.just(""),
                Arbitraries.strings().ofMaxLength(80),
                HostileBytes.textLike("a-key-of-mine-0001"));
    }

    @Provide
    Arbitrary<String> queries() {
        return HostileBytes.textLike(
                "game=ajax-tiles&status=finished&limit=20",
                "limit=100&cursor=MTowMTk5MWYzYS03YzFlLTdiNGEtOWE1Mi0zYTFjMGQ5ZTRmNjA",
                "status=queued&cursor=MTo%3D&game=tokens");
    }

    @Provide
    Arbitrary<String> paths() {
        return HostileBytes.textLike(
                        "/api/matches/01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60",
                        "/api/games/ajax-tiles",
                        "/api/openapi.yaml")
                // A gateway passes no line breaks.
                .map(path -> path.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", ""))
                .map(path -> path.startsWith("/") ? path : "/" + path);
    }
}
