package bout.api;

import bout.api.access.Caller;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.access.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A method and a path that the API answers.
 *
 * @param path with {@code {name}} for a variable segment, as in OpenAPI and API Gateway
 * @param needed the scope that it requires
 * @param takesQuery whether it has parameters in a query, which the endpoint reads
 * @param limitsItself whether the endpoint decides which requests count for {@code RequestLimit}
 */
record Route(String method, String path, Scope needed, boolean takesQuery, boolean limitsItself, Endpoint endpoint) {

    Route(String method, String path, Scope needed, Endpoint endpoint) {
        this(method, path, needed, false, false, endpoint);
    }

    Route withQuery() {
        return new Route(method, path, needed, true, limitsItself, endpoint);
    }

    Route limitingItself() {
        return new Route(method, path, needed, takesQuery, true, endpoint);
    }

    /** Answers the requests of a route. */
    interface Endpoint {
        /** @param place the values of the path's variable segments, by name */
        Response answer(Caller caller, Request request, Map<String, String> place);
    }

    /** The values of the path's variable segments; empty if the path is not this route's. */
    Optional<Map<String, String>> match(String requested) {
        List<String> expected = parts(path);
        List<String> came = parts(requested);
        if (came.size() != expected.size()) {
            return Optional.empty();
        }
        Map<String, String> place = new LinkedHashMap<>();
        for (int i = 0; i < expected.size(); i++) {
            String part = expected.get(i);
            if (part.startsWith("{") && !came.get(i).isEmpty()) {
                place.put(part.substring(1, part.length() - 1), came.get(i));
            } else if (!part.equals(came.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(place);
    }

    private static List<String> parts(String path) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', start)) {
            parts.add(path.substring(start, slash));
            start = slash + 1;
        }
        parts.add(path.substring(start));
        return parts;
    }
}
