package bout.stack.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A request to the front.
 *
 * @param rawPath as sent, still encoded, starting with a slash
 * @param rawQuery as sent, without the question mark; empty if there is none
 * @param headers all values by lower-case name
 */
public record HttpRequest(
        String method,
        String rawPath,
        String rawQuery,
        String sourceIp,
        Map<String, List<String>> headers,
        byte[] body) {

    public Optional<String> header(String lowerCaseName) {
        return Optional.ofNullable(headers.get(lowerCaseName)).map(values -> String.join(",", values));
    }

    /** The decoded parameters of a query without the question mark; values of the same name are joined by commas. */
    public static Map<String, String> parameters(String rawQuery) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String pair : rawQuery.split("&")) {
            if (!pair.isEmpty()) {
                String[] parts = pair.split("=", 2);
                parameters.merge(
                        URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
                        parts.length < 2 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8),
                        (one, other) -> one + "," + other);
            }
        }
        return parameters;
    }

    /** The same with these headers instead of any of the client's with the same names. */
    public HttpRequest with(Map<String, String> replaced) {
        Map<String, List<String>> all = new LinkedHashMap<>(headers);
        replaced.forEach((name, value) -> all.put(name.toLowerCase(Locale.ROOT), List.of(value)));
        return new HttpRequest(method, rawPath, rawQuery, sourceIp, all, body);
    }

    /** Whether the client has this version of the content: If-None-Match names its tag, weak or not. */
    boolean knows(String tag) {
        return Stream.of(header("if-none-match").orElse("").split(","))
                .map(known -> known.strip().replaceFirst("^W/", ""))
                .anyMatch(known -> known.equals("*") || known.equals(tag));
    }

    /** Whether the client accepts gzip: listed, and not with a weight of 0. */
    boolean acceptsGzip() {
        for (String coding : header("accept-encoding").orElse("").split(",")) {
            String[] parts = coding.split(";");
            String name = parts[0].strip();
            if (name.equalsIgnoreCase("gzip") || name.equals("*")) {
                return parts.length < 2 || !parts[1].strip().matches("q=0(\\.0*)?");
            }
        }
        return false;
    }
}
