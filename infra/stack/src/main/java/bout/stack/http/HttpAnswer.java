package bout.stack.http;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public record HttpAnswer(int status, Map<String, List<String>> headers, byte[] body) {

    static HttpAnswer of(int status, Map<String, String> headers, byte[] body) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        headers.forEach((name, value) -> lists.put(name, List.of(value)));
        return new HttpAnswer(status, lists, body);
    }

    static HttpAnswer text(int status, String contentType, String text) {
        return of(status, Map.of("Content-Type", contentType), text.getBytes(StandardCharsets.UTF_8));
    }

    /** An answer in API Gateway's own format. */
    public static HttpAnswer message(int status, String message) {
        return text(status, "application/json", "{\"message\":\"" + message + "\"}");
    }
}
