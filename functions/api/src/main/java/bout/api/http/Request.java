package bout.api.http;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** An HTTP request. The query has no question mark; the caller is {@code null} until the API knows. */
public record Request(
        String method,
        String path,
        String query,
        Map<String, String> headers,
        byte[] body,
        String sourceAddress,
        Caller caller,
        Map<String, String> place) {

    public Request(
            String method, String path, String query, Map<String, String> headers, byte[] body, String sourceAddress) {
        this(method, path, query, headers, body, sourceAddress, null, Map.of());
    }

    public Request from(Caller caller, Map<String, String> place) {
        return new Request(method, path, query, headers, body, sourceAddress, caller, place);
    }

    public String id() {
        return place.get("id");
    }

    /** The request that API Gateway hands to a function, in its payload format 2.0. */
    public static Request of(APIGatewayV2HTTPEvent event) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (event.getHeaders() != null) {
            headers.putAll(event.getHeaders());
        }
        if (event.getCookies() != null) {
            headers.put("Cookie", String.join("; ", event.getCookies()));
        }
        String query = event.getRawQueryString();
        return new Request(
                event.getRequestContext().getHttp().getMethod(),
                event.getRawPath(),
                query == null ? "" : query,
                headers,
                body(event),
                event.getRequestContext().getHttp().getSourceIp());
    }

    private static byte[] body(APIGatewayV2HTTPEvent event) {
        if (event.getBody() == null) {
            return new byte[0];
        }
        // API Gateway sends a body as it is only where the content type says that it is text.
        return event.getIsBase64Encoded()
                ? Base64.getDecoder().decode(event.getBody())
                : event.getBody().getBytes(StandardCharsets.UTF_8);
    }

    public String header(String name) {
        return headers.get(name);
    }
}
