package bout.bots;

import bout.wire.Json;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a server of this machine answers: that of a bot, or the front of the stack. */
public record HttpAnswer(int status, Map<String, List<String>> headers, byte[] body) {

    public static HttpAnswer of(int status, Map<String, String> headers, byte[] body) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        headers.forEach((name, value) -> lists.put(name, List.of(value)));
        return new HttpAnswer(status, lists, body);
    }

    /** An answer whose only header is the content type. */
    public static HttpAnswer of(int status, String contentType, byte[] body) {
        return of(status, Map.of("Content-Type", contentType), body);
    }

    public static HttpAnswer text(int status, String text) {
        return of(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    public static HttpAnswer json(Object plain) {
        return of(200, "application/json", Json.bytes(plain));
    }

    /** @param json any text, valid JSON or not */
    public static HttpAnswer json(int status, String json) {
        return of(status, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    /** An answer in API Gateway's own format. */
    public static HttpAnswer message(int status, String message) {
        return json(status, "{\"message\":\"" + message + "\"}");
    }

    public HttpAnswer with(String header, String value) {
        Map<String, List<String>> more = new LinkedHashMap<>(headers);
        more.put(header, List.of(value));
        return new HttpAnswer(status, more, body);
    }

    /** Writes this as the answer to a request; to HEAD without the body. */
    public void send(HttpExchange exchange) throws IOException {
        Headers sent = exchange.getResponseHeaders();
        headers.forEach((name, values) -> values.forEach(value -> sent.add(name, value)));
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (head && status != 304) {
            sent.set("Content-Length", Integer.toString(body.length));
        }
        boolean bodiless = head || body.length == 0;
        exchange.sendResponseHeaders(status, bodiless ? -1 : body.length);
        if (!bodiless) {
            exchange.getResponseBody().write(body);
        }
    }
}
