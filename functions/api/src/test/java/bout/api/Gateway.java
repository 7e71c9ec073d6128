package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bout.api.http.Request;
import bout.api.http.Response;
import bout.engine.Plain;
import bout.store.TestAws;
import bout.wire.Json;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Calls the function as API Gateway does. Every answer is held against the OpenAPI document, and so is every request
 * that the API took; and no answer may have a bot's URL in it.
 */
final class Gateway {

    /** Part of every bot's URL in these tests. */
    static final String SECRET = "s3cr3t";

    private final ApiHandler handler;

    Gateway(Map<String, String> environment) {
        this.handler = new ApiHandler(environment, TestAws.clients(environment));
    }

    /** What came back, its body read. */
    record Answer(int status, Map<String, String> headers, String body) {

        Plain json() {
            try {
                return Plain.of(Json.read(body));
            } catch (Json.NotJson notJson) {
                throw new AssertionError(body, notJson);
            }
        }

        String text(String field) {
            return json().get(field).text();
        }

        /** Fails unless this is a problem of the type with the status. */
        Answer isProblem(int expectedStatus, String type) {
            assertEquals("/problems/" + type, text("type"), body);
            assertEquals(expectedStatus, status, body);
            assertEquals(expectedStatus, json().get("status").integer(400, 599));
            assertEquals("application/problem+json", headers.get("Content-Type"));
            return this;
        }
    }

    Answer get(String path) {
        int question = path.indexOf('?');
        return question < 0
                ? call("GET", path, "", Map.of(), "")
                : call("GET", path.substring(0, question), path.substring(question + 1), Map.of(), "");
    }

    Answer post(String body) {
        return call("POST", "/api/matches", "", Map.of("content-type", "application/json"), body);
    }

    Answer post(String key, String body) {
        return call(
                "POST", "/api/matches", "", Map.of("content-type", "application/json", "idempotency-key", key), body);
    }

    Answer call(String method, String path, String query, Map<String, String> headers, String body) {
        return call(GatewayEvents.of(method, path, query, headers, body));
    }

    Answer call(APIGatewayV2HTTPEvent event) {
        APIGatewayV2HTTPResponse answered = handler.handleRequest(event, null);
        Request request = Request.of(event);
        byte[] body = answered.getBody().getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers = new TreeMap<>(answered.getHeaders());
        Contract.check(request, new Response(answered.getStatusCode(), headers, body));
        if (answered.getStatusCode() < 300 && !request.method().equals("HEAD")) {
            Contract.checkTaken(request);
        }
        assertFalse(answered.getBody().contains(SECRET), "a bot's URL is in the answer");
        assertEquals("nosniff", headers.get("X-Content-Type-Options"));
        return new Answer(answered.getStatusCode(), headers, answered.getBody());
    }
}
