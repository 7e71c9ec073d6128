package bout.api.http;

import bout.engine.Plain;
import bout.wire.Json;
import bout.wire.Problem;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

public record Response(int status, Map<String, String> headers, List<String> cookies, byte[] body) {

    private static final String CACHE_CONTROL = "Cache-Control";
    private static final String NO_STORE = "no-store";
    private static final String PLAIN = "text/plain; charset=utf-8";
    private static final int OK = 200;
    private static final int FOUND = 302;

    public static Response redirect(String location) {
        return of(FOUND, PLAIN, NO_STORE, new byte[0]).with("Location", location);
    }

    public static Response ok(Object value) {
        return fresh(OK, value);
    }

    /** An answer that may be another one a moment later. */
    public static Response fresh(int status, Object value) {
        return of(status, "application/json", NO_STORE, Json.bytes(value));
    }

    /**
     * Plain text of a stranger's, which no browser may take for anything else, and may be another one a moment later.
     */
    public static Response text(String text) {
        return text(PLAIN, text);
    }

    /** A file that browsers store instead of showing it. */
    public static Response file(String contentType, String name, String text) {
        return text(contentType, text).with("Content-Disposition", "attachment; filename=\"" + name + "\"");
    }

    public static Response page(String html) {
        return text("text/html; charset=utf-8", html);
    }

    private static Response text(String contentType, String text) {
        return of(OK, contentType, NO_STORE, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * A page of a list.
     *
     * @param next where the next page begins; {@code null} on the last one
     */
    public static Response list(String name, List<?> items, Object next) {
        return ok(Plain.object(name, items, "next", next));
    }

    public static Response cached(Duration maxAge, Object plain) {
        return cached(maxAge, "application/json", Json.bytes(plain));
    }

    public static Response cached(Duration maxAge, String contentType, byte[] body) {
        return of(OK, contentType, publicFor(maxAge), body);
    }

    /**
     * The same for a caller without a token: everyone may read it, so the CDN may keep it. What may already be kept
     * stays as it is.
     */
    public Response shared(Duration maxAge) {
        return NO_STORE.equals(headers.get(CACHE_CONTROL)) ? with(CACHE_CONTROL, publicFor(maxAge)) : this;
    }

    private static String publicFor(Duration maxAge) {
        return "public, max-age=" + maxAge.toSeconds();
    }

    public static Response problem(Problem problem) {
        return of(problem.status(), Problem.CONTENT_TYPE, NO_STORE, Json.bytes(problem));
    }

    private static Response of(int status, String contentType, String cacheControl, byte[] body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", contentType);
        headers.put(CACHE_CONTROL, cacheControl);
        headers.put("X-Content-Type-Options", "nosniff");
        return new Response(status, headers, List.of(), body);
    }

    public Response with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Response(status, more, cookies, body);
    }

    /** @param cookie the value of a field {@code Set-Cookie}, of which a response may have several */
    public Response withCookie(String cookie) {
        return new Response(
                status,
                headers,
                Stream.concat(cookies.stream(), Stream.of(cookie)).toList(),
                body);
    }

    public Response withoutBody() {
        return new Response(status, headers, cookies, new byte[0]);
    }

    public APIGatewayV2HTTPResponse toGateway() {
        return APIGatewayV2HTTPResponse.builder()
                .withStatusCode(status)
                .withHeaders(headers)
                .withCookies(cookies.isEmpty() ? null : cookies)
                .withBody(new String(body, StandardCharsets.UTF_8))
                .build();
    }
}
