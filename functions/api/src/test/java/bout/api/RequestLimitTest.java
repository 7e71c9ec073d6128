package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.Gateway.Answer;
import bout.api.http.RequestLimit;
import bout.store.TestAws.TestApplication;
import bout.store.TestStore;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("aws")
class RequestLimitTest {

    private static final int LIMIT = 3;
    private static final TestApplication AWS = Gateway.deployed("BOUT_REQUESTS_PER_SECOND", String.valueOf(LIMIT));
    private static final List<Gateway> API = List.of(new Gateway(AWS), new Gateway(AWS));

    private static final String NO_MATCH = "/api/matches/01991f3a-7c1e-7b4a-9a52-3a1c0d9e4f60";

    @Test
    void one_request_too_many_is_told_when_to_try_again() {
        List<Answer> answers = atOnce(40, "192.0.2.1", Map.of());
        Answer over = answers.stream()
                .filter(answer -> answer.status() == 429)
                .findFirst()
                .orElseThrow();
        over.isProblem(429, "too-many-requests");
        assertEquals("1", over.headers().get("Retry-After"));
        assertEquals("\"requests\";q=3;w=1", over.headers().get("RateLimit-Policy"));
        assertEquals("\"requests\";r=0;t=1", over.headers().get("RateLimit"));
        Answer within = answers.stream()
                .filter(answer -> answer.status() == 404)
                .findFirst()
                .orElseThrow();
        assertEquals("\"requests\";q=3;w=1", within.headers().get("RateLimit-Policy"));
        assertTrue(within.headers().get("RateLimit").matches("\"requests\";r=[012];t=1"), within.toString());
    }

    @Test
    void what_is_wrong_with_a_token_counts_for_the_address_that_shows_it() {
        List<Answer> answers = atOnce(40, "192.0.2.3", Map.of("authorization", "Bearer guessed"));
        assertTrue(answers.stream().anyMatch(answer -> answer.status() == 429));
        answers.stream()
                .filter(answer -> answer.status() != 429)
                .forEach(answer -> answer.isProblem(401, "invalid-token"));
    }

    @Test
    void a_token_has_a_limit_of_its_own_wherever_it_comes_from() {
        String token = API.getFirst().issue("x", "read").text("token");
        Map<String, String> headers = Map.of("authorization", "Bearer " + token);
        List<Answer> answers = new ArrayList<>(atOnce(20, "192.0.2.4", headers));
        answers.addAll(atOnce(20, "192.0.2.5", headers));
        assertTrue(answers.stream().anyMatch(answer -> answer.status() == 429));
        call(API.getFirst(), "192.0.2.4", Map.of()).is(404, "the address itself has sent nothing");
    }

    @Test
    void admins_are_not_limited() {
        for (Answer answer : atOnce(20, "192.0.2.6", Map.of("authorization", "Bearer " + Gateway.ADMIN))) {
            answer.is(404);
            assertFalse(answer.headers().containsKey("RateLimit"));
        }
    }

    @Test
    void an_answer_that_may_be_kept_does_not_tell_what_one_caller_has_left() {
        Answer games = API.getFirst()
                .call(from(GatewayEvents.of("GET", "/api/games", "", Map.of(), ""), "192.0.2.7"))
                .is(200);
        assertFalse(games.headers().containsKey("RateLimit"));
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1",
        "2001:db8:1:2a3:4:5:6:7, 2001:db8:1:200:0:0:0:0/56",
        "2001:db8:1:2ff::, 2001:db8:1:200:0:0:0:0/56",
        "2001:db8:1:300::, 2001:db8:1:300:0:0:0:0/56",
        "::ffff:192.0.2.1, 192.0.2.1",
        "localhost, unknown",
        "'', unknown",
    })
    void an_address_of_ipv6_counts_for_its_network(String address, String network) {
        assertEquals(network, RequestLimit.network(address));
    }

    @Test
    void a_right_invitation_gets_in_whatever_else_its_network_sends() {
        String secret = API.getFirst()
                .post(Gateway.ADMIN, "/api/invitations", "{\"name\":\"CS 101\",\"uses\":20,\"days\":1}")
                .text("secret");
        // As many as fill the second in which they arrive, whenever it began.
        for (int i = 0; i < 20; i++) {
            call(API.getFirst(), "192.0.2.8", Map.of());
            APIGatewayV2HTTPEvent join = GatewayEvents.of(
                    "POST",
                    "/api/join",
                    "",
                    Map.of("content-type", "application/json"),
                    "{\"name\":\"Ada\",\"secret\":\"" + secret + "\"}");
            API.getFirst().call(from(join, "192.0.2.8")).is(201);
        }
    }

    private static List<Answer> atOnce(int requests, String address, Map<String, String> headers) {
        return TestStore.atOnce(requests, i -> call(API.get(i % API.size()), address, headers));
    }

    private static Answer call(Gateway instance, String address, Map<String, String> headers) {
        return instance.call(from(GatewayEvents.of("GET", NO_MATCH, "", headers, ""), address));
    }

    private static APIGatewayV2HTTPEvent from(APIGatewayV2HTTPEvent event, String address) {
        event.getRequestContext().getHttp().setSourceIp(address);
        return event;
    }
}
