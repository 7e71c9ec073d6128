package bout.stack.http;

import bout.cloud.template.Application.Route;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The routes of the HTTP API, matched as in API Gateway. Of the matching routes, the most specific path wins (a fixed
 * segment before a parameter, a parameter before {@code {rest+}}); for the same path, a named method wins over
 * {@code ANY}.
 */
public final class RouteTable<T> {

    /** The route of a request, and its path parameters. */
    public record Match<T>(Route route, T target, Map<String, String> pathParameters) {}

    private record Entry<T>(Route route, List<String> segments, T target) {

        /** A digit for each segment: the less specific, the greater. */
        String order() {
            return segments.stream()
                    .map(segment -> !segment.startsWith("{") ? "0" : segment.endsWith("+}") ? "2" : "1")
                    .collect(Collectors.joining());
        }

        boolean takesAnyMethod() {
            return route.method().equals(Route.ANY);
        }
    }

    private final List<Entry<T>> entries;

    public RouteTable(Map<Route, T> targets) {
        entries = targets.entrySet().stream()
                .map(each -> new Entry<>(each.getKey(), segments(each.getKey().path()), each.getValue()))
                .sorted(Comparator.<Entry<T>, String>comparing(Entry::order).thenComparing(Entry::takesAnyMethod))
                .toList();
    }

    /** Finds the route for a method and a path as sent. */
    public Optional<Match<T>> find(String method, String rawPath) {
        List<String> segments = segments(rawPath);
        for (Entry<T> entry : entries) {
            if (entry.takesAnyMethod() || entry.route.method().equals(method)) {
                Optional<Map<String, String>> parameters = parameters(entry.segments, segments);
                if (parameters.isPresent()) {
                    return Optional.of(new Match<>(entry.route, entry.target, parameters.get()));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Map<String, String>> parameters(List<String> pattern, List<String> path) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 0; i < pattern.size(); i++) {
            String segment = pattern.get(i);
            if (i >= path.size()) {
                return Optional.empty();
            }
            if (segment.endsWith("+}")) {
                String rest = String.join("/", path.subList(i, path.size()));
                parameters.put(segment.substring(1, segment.length() - 2), decoded(rest));
                return rest.isEmpty() ? Optional.empty() : Optional.of(parameters);
            }
            if (segment.startsWith("{")) {
                if (path.get(i).isEmpty()) {
                    return Optional.empty();
                }
                parameters.put(segment.substring(1, segment.length() - 1), decoded(path.get(i)));
            } else if (!segment.equals(path.get(i))) {
                return Optional.empty();
            }
        }
        return pattern.size() == path.size() ? Optional.of(parameters) : Optional.empty();
    }

    private static List<String> segments(String path) {
        return List.of(path.substring(1).split("/", -1));
    }

    /** In a path, unlike in a query, a plus is a plus. */
    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
