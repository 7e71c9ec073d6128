package bout.api;

import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.access.Scope;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A method and a path that the API answers.
 *
 * @param path with {@code {name}} for a variable segment, as in OpenAPI and API Gateway
 * @param needed the scope that it requires
 * @param takesQuery whether it has parameters in a query, which the endpoint reads
 * @param limitsItself whether the endpoint decides which requests count for {@code RequestLimit}
 */
record Route(
        String method,
        String path,
        Scope needed,
        boolean takesQuery,
        boolean limitsItself,
        Function<Request, Response> endpoint) {

    Route(String method, String path, Scope needed, Function<Request, Response> endpoint) {
        this(method, path, needed, false, false, endpoint);
    }

    Route withQuery() {
        return new Route(method, path, needed, true, limitsItself, endpoint);
    }

    Route limitingItself() {
        return new Route(method, path, needed, takesQuery, true, endpoint);
    }

    /** The values of the path's variable segments; empty if the path is not this route's. */
    Optional<Map<String, String>> match(String requested) {
        String[] expected = path.split("/", -1);
        String[] came = requested.split("/", -1);
        if (came.length != expected.length) {
            return Optional.empty();
        }
        Map<String, String> place = new LinkedHashMap<>();
        for (int i = 0; i < expected.length; i++) {
            String part = expected[i];
            if (part.startsWith("{") && !came[i].isEmpty()) {
                place.put(part.substring(1, part.length() - 1), came[i]);
            } else if (!part.equals(came[i])) {
                return Optional.empty();
            }
        }
        return Optional.of(place);
    }
}
