package bout.stack.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request as the front took it.
 *
 * @param rawPath as sent, still encoded, beginning with a slash
 * @param rawQuery as sent, without the question mark; empty if there is none
 * @param headers by names in lower case, each with all its values
 */
public record HttpRequest(
        String method,
        String rawPath,
        String rawQuery,
        String protocol,
        String sourceIp,
        Map<String, List<String>> headers,
        byte[] body) {

    public Optional<String> header(String lowerCaseName) {
        return Optional.ofNullable(headers.get(lowerCaseName)).map(values -> String.join(",", values));
    }

    /** Whether the client takes gzip: it is named, and not with a weight of 0. */
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
