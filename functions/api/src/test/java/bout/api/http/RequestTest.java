package bout.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.api.GatewayEvents;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RequestTest {

    private static final String BODY =
            "{\"game\":\"ajax-tiles\",\"players\":[{\"house\":\"expand\"},{\"house\":\"random\"}]}";

    @Test
    void a_posted_body_is_read() {
        Request request = Request.of(GatewayEvents.read("post-match.json"));
        assertEquals("POST", request.method());
        assertEquals("/api/matches", request.path());
        assertEquals("", request.query());
        assertEquals("7c8f0a3e-5a0b-4a63-9d1e-0f3b7d5f2f11", request.header("Idempotency-Key"));
        assertEquals(BODY, new String(request.body(), StandardCharsets.UTF_8));
    }

    @Test
    void a_body_that_was_sent_as_base64_is_the_same_body() {
        Request request = Request.of(GatewayEvents.read("post-match-base64.json"));
        assertEquals(BODY, new String(request.body(), StandardCharsets.UTF_8));
    }

    @Test
    void a_request_without_a_body_has_an_empty_one() {
        Request request = Request.of(GatewayEvents.read("list-matches.json"));
        assertEquals("game=ajax-tiles&status=queued&limit=5", request.query());
        assertEquals(0, request.body().length);
    }
}
