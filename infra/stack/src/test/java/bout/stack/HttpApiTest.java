package bout.stack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.bots.HttpAnswer;
import bout.cloud.template.Application.Function;
import bout.cloud.template.Application.Route;
import bout.stack.http.HttpRequest;
import bout.stack.http.RouteTable;
import bout.store.Aws;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpApiTest {

    private HttpApi api;

    @BeforeEach
    void start() throws StackNotStarted {
        Function function = new Function(
                "Echo", "bout-Echo", Echo.class.getName(), "x.jar", Duration.ofSeconds(9), Map.of(), List.of());
        api = new HttpApi(
                new RouteTable<>(Map.of(new Route("POST", "/api/{thing}"), LocalFunction.of(function, null))));
        Echo.response = APIGatewayV2HTTPResponse.builder().withStatusCode(204).build();
    }

    @Test
    void a_request_of_more_than_6_mb_as_an_event_is_answered_with_413() {
        byte[] fits = new byte[LocalFunction.MAX_PAYLOAD_BYTES - 10_000];
        Arrays.fill(fits, (byte) 'x');
        assertEquals(204, api.answer(request("/api/x", "", Map.of(), fits)).status());
        byte[] tooLong = Arrays.copyOf(fits, LocalFunction.MAX_PAYLOAD_BYTES);
        Arrays.fill(tooLong, (byte) 'x');
        assertEquals(413, api.answer(request("/api/x", "", Map.of(), tooLong)).status());
        // The quotes of JSON in an event take two bytes each.
        byte[] quotes = new byte[LocalFunction.MAX_PAYLOAD_BYTES / 2];
        Arrays.fill(quotes, (byte) '"');
        assertEquals(413, api.answer(request("/api/x", "", Map.of(), quotes)).status());
    }

    @Test
    void an_answer_of_more_than_6_mb_is_an_error_of_the_server() {
        Echo.response = APIGatewayV2HTTPResponse.builder()
                .withStatusCode(200)
                .withBody("x".repeat(LocalFunction.MAX_PAYLOAD_BYTES))
                .build();
        assertEquals(
                500, api.answer(request("/api/x", "", Map.of(), new byte[0])).status());
    }

    @Test
    void the_event_is_payload_format_2() {
        api.answer(request(
                "/api/a%20b",
                "x=1&y=%2B+&x=2&z",
                Map.of(
                        "content-type", List.of("application/json; charset=utf-8"),
                        "x-many", List.of("one", "two"),
                        "cookie", List.of("a=1; b=2")),
                "{\"ö\":1}".getBytes(StandardCharsets.UTF_8)));
        APIGatewayV2HTTPEvent event = Echo.event;
        assertEquals("2.0", event.getVersion());
        assertEquals("POST /api/{thing}", event.getRouteKey());
        assertEquals("/api/a%20b", event.getRawPath());
        assertEquals("x=1&y=%2B+&x=2&z", event.getRawQueryString());
        assertEquals(Map.of("thing", "a b"), event.getPathParameters());
        assertEquals("one,two", event.getHeaders().get("x-many"));
        assertEquals(List.of("a=1", "b=2"), event.getCookies());
        assertEquals("{\"ö\":1}", event.getBody());
        assertFalse(event.getIsBase64Encoded());
        assertEquals("POST", event.getRequestContext().getHttp().getMethod());
        assertEquals("127.0.0.1", event.getRequestContext().getHttp().getSourceIp());
    }

    @Test
    void a_binary_body_is_passed_as_base64() {
        byte[] form = "color=r&board=%5B%5D".getBytes(StandardCharsets.US_ASCII);
        api.answer(request("/api/x", "", Map.of("content-type", List.of("application/x-www-form-urlencoded")), form));
        assertTrue(Echo.event.getIsBase64Encoded());
        assertArrayEquals(form, Base64.getDecoder().decode(Echo.event.getBody()));

        byte[] notUtf8 = {(byte) 0xC3, (byte) 0x28};
        api.answer(request("/api/x", "", Map.of("content-type", List.of("text/plain")), notUtf8));
        assertArrayEquals(notUtf8, Base64.getDecoder().decode(Echo.event.getBody()));
    }

    @Test
    void empty_values_are_not_in_the_event() {
        api.answer(request("/api/x", "", Map.of(), new byte[0]));
        assertNull(Echo.event.getBody());
        assertNull(Echo.event.getCookies());
        assertFalse(Echo.event.getIsBase64Encoded());
    }

    @Test
    void the_context_knows_the_remaining_time() {
        api.answer(request("/api/x", "", Map.of(), new byte[0]));
        int left = Echo.context.getRemainingTimeInMillis();
        assertTrue(left > 0 && left <= 9000, left + " ms");
    }

    @Test
    void the_answer_keeps_status_headers_cookies_and_bytes() {
        Echo.response = APIGatewayV2HTTPResponse.builder()
                .withStatusCode(201)
                .withHeaders(Map.of("Location", "/x"))
                .withCookies(List.of("a=1", "b=2"))
                .withBody(Base64.getEncoder().encodeToString(new byte[] {0, 1, 2}))
                .withIsBase64Encoded(true)
                .build();
        HttpAnswer answer = api.answer(request("/api/x", "", Map.of(), new byte[0]));
        assertEquals(201, answer.status());
        assertEquals(List.of("/x"), answer.headers().get("Location"));
        assertEquals(List.of("a=1", "b=2"), answer.headers().get("Set-Cookie"));
        assertArrayEquals(new byte[] {0, 1, 2}, answer.body());
    }

    @Test
    void a_function_that_throws_is_a_500_and_a_path_without_a_route_a_404() {
        Echo.response = null;
        assertEquals(
                500, api.answer(request("/api/x", "", Map.of(), new byte[0])).status());
        HttpAnswer missing = api.answer(request("/nothing", "", Map.of(), new byte[0]));
        assertEquals(404, missing.status());
        assertEquals("{\"message\":\"Not Found\"}", new String(missing.body(), StandardCharsets.UTF_8));
    }

    private static HttpRequest request(String path, String query, Map<String, List<String>> headers, byte[] body) {
        return new HttpRequest("POST", path, query, "127.0.0.1", headers, body);
    }

    /** Records its invocations, and answers as the test demands. */
    public static final class Echo implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {

        private static APIGatewayV2HTTPEvent event;
        private static Context context;
        private static APIGatewayV2HTTPResponse response;

        public Echo(Aws aws) {}

        @Override
        public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent invokedWith, Context invokedIn) {
            event = invokedWith;
            context = invokedIn;
            return response;
        }
    }
}
