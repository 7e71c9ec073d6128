package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.cloud.template.Template;
import bout.store.TestAws;
import bout.store.TestAws.TestApplication;
import bout.store.access.Scope;
import bout.wire.BearerToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

@Tag("aws")
class AccessTest {

    private static final TestApplication AWS = Gateway.deployed("BOUT_BOT_ADDRESSES", "loopback");
    private static final Gateway API = new Gateway(AWS);
    private static final Map<Scope, String> TOKENS = tokens();

    private static Map<Scope, String> tokens() {
        Map<Scope, String> tokens = new LinkedHashMap<>();
        for (Scope scope : List.of(Scope.READ, Scope.PLAY, Scope.ADMIN)) {
            tokens.put(scope, issue("of the tests", scope).text("token"));
        }
        return tokens;
    }

    @TestFactory
    List<DynamicTest> a_route_may_be_used_by_those_who_the_document_says() {
        List<DynamicTest> tests = new ArrayList<>();
        routes().forEach((route, needed) -> {
            for (Scope scope : Scope.values()) {
                tests.add(DynamicTest.dynamicTest(route + " as " + scope.code(), () -> {
                    Answer answer = call(route, scope == Scope.ANONYMOUS ? null : TOKENS.get(scope));
                    if (scope.compareTo(needed) >= 0) {
                        assertFalse(List.of(401, 403, 500).contains(answer.status()), answer.toString());
                    } else if (scope == Scope.ANONYMOUS) {
                        answer.isProblem(401, "token-required");
                        assertEquals("Bearer realm=\"bout\"", answer.headers().get("WWW-Authenticate"));
                    } else {
                        answer.isProblem(403, "insufficient-scope");
                        assertTrue(answer.text("detail").contains("needs the scope " + needed.code()), answer.body());
                    }
                }));
            }
        });
        return tests;
    }

    @Test
    void a_match_is_cancelled_by_its_owner_or_an_admin() {
        String path = post(TOKENS.get(Scope.PLAY), Gateway.HOUSE_BOTS, "to be cancelled")
                .location();
        String other = API.issue("other", "play").text("token");
        API.delete(other, path).isProblem(404, "unknown-match");
        assertEquals("queued", API.get(other, path).text("status"));
        assertEquals("cancelled", API.delete(TOKENS.get(Scope.PLAY), path).text("status"));
        String second = post(TOKENS.get(Scope.PLAY), Gateway.HOUSE_BOTS, "to be cancelled, too")
                .location();
        assertEquals("cancelled", API.delete(Gateway.ADMIN, second).text("status"));
    }

    @TestFactory
    List<DynamicTest> no_route_may_be_used_with_a_token_that_does_not_count() {
        String revoked = revoked();
        List<DynamicTest> tests = new ArrayList<>();
        for (String wrong :
                List.of("nonsense", BearerToken.draw(new SecureRandom()).text(), revoked, Gateway.ADMIN + "0")) {
            routes().forEach((route, needed) -> tests.add(DynamicTest.dynamicTest(route + " with " + wrong, () -> {
                Answer answer = call(route, wrong).isProblem(401, "invalid-token");
                assertEquals(
                        "Bearer realm=\"bout\", error=\"invalid_token\"",
                        answer.headers().get("WWW-Authenticate"));
                assertFalse(answer.body().contains(wrong), "the token is in the answer");
            })));
        }
        return tests;
    }

    private static Map<String, Scope> routes() {
        Map<String, Scope> routes = new LinkedHashMap<>();
        Contract.DOCUMENT
                .get("paths")
                .forEachEntry((path, operations) -> operations.forEachEntry((method, operation) -> {
                    if (!path.endsWith("/picture.png")) {
                        routes.put(
                                method.toUpperCase(Locale.ROOT) + " " + path.replaceAll("\\{[a-z]+}", "x"),
                                needed(
                                        operation.has("security")
                                                ? operation.get("security")
                                                : Contract.DOCUMENT.get("security")));
                    }
                }));
        return routes;
    }

    private static Scope needed(JsonNode security) {
        for (JsonNode alternative : security) {
            if (alternative.isEmpty()) {
                return Scope.ANONYMOUS;
            }
        }
        return Scope.ofToken(security.at("/0/token/0").asText()).orElseThrow();
    }

    private static Answer call(String route, String token) {
        String[] methodAndPath = route.split(" ");
        return API.as(token, methodAndPath[0], methodAndPath[1], "");
    }

    @Test
    void a_wrong_request_for_an_owner_is_told_all_that_is_wrong() {
        Answer answer = API.post(Gateway.ADMIN, "/api/owners", "{\"name\":\"\\n\",\"scope\":\"root\",\"x\":1}")
                .isProblem(422, "unknown-field");
        assertEquals(List.of("/x", "/name", "/scope"), answer.texts("errors", "pointer"));
        API.post(Gateway.ADMIN, "/api/owners", "{}").isProblem(422, "missing-field");
        API.post(Gateway.ADMIN, "/api/owners", "[]").isProblem(422, "wrong-type");
        API.issue("x", "anonymous").isProblem(422, "out-of-range");
    }

    @Test
    void without_an_admin_token_a_deployment_can_only_be_looked_at() {
        Gateway api = new Gateway(TestAws.application(Template.read(Template.ofThisRepository()), Map.of()));
        api.get("/api/matches").is(200);
        api.post(Gateway.HOUSE_BOTS).isProblem(401, "token-required");
        api.get(Gateway.ADMIN, "/api/owners").isProblem(401, "invalid-token");
    }

    @Test
    void behind_a_web_acl_only_what_the_cdn_passed_on_is_answered() {
        Map<String, String> environment = Gateway.deployed(
                        "WebAclArn", "arn:aws:wafv2:us-east-1:123456789012:global/webacl/bout/0")
                .environment("ApiFunction");
        environment.put("BOUT_CDN_SECRET", "what-only-the-cdn-knows");
        ApiHandler api = new ApiHandler(TestAws.aws(environment));
        Map<String, Integer> statuses = new HashMap<>();
        for (String shown : List.of("what-only-the-cdn-knows", "something-else")) {
            statuses.put(
                    shown,
                    api.handleRequest(GatewayEvents.of("GET", "/api/games", "", Map.of("bout-cdn", shown), ""), null)
                            .getStatusCode());
        }
        assertEquals(Map.of("what-only-the-cdn-knows", 200, "something-else", 403), statuses);
    }

    @Test
    void a_token_is_in_no_log_and_in_no_answer_about_a_fault() {
        Gateway broken = new Gateway(AWS, "BOUT_TABLE", "no-such-table");
        String log = Gateway.logged(() -> {
            for (String token : List.of(TOKENS.get(Scope.PLAY), Gateway.ADMIN)) {
                Answer answer = broken.get(token, "/api/owners").isProblem(500, "unexpected");
                assertFalse(answer.body().contains(token), "the token is in the answer");
            }
        });
        assertTrue(log.contains("Request failed"), log);
        assertFalse(log.contains(Gateway.ADMIN), "the admin token is in the log");
        assertFalse(log.contains(TOKENS.get(Scope.PLAY).substring(5, 48)), "a token is in the log");
    }

    private static String revoked() {
        Answer issued = issue("soon revoked", Scope.ADMIN);
        API.delete(
                Gateway.ADMIN,
                "/api/owners/" + issued.get("owner").text("id") + "/keys/"
                        + issued.get("key").text("id"));
        return issued.text("token");
    }

    private static Answer issue(String name, Scope scope) {
        return API.issue(name, scope.code());
    }

    private static Answer post(String token, String body, String key) {
        return API.post(token, "/api/matches", body, "idempotency-key", key);
    }
}
