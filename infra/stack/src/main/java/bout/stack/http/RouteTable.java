package bout.stack.http;

import bout.cloud.template.Application.Route;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The routes of the HTTP API, matched as in API Gateway. Of the matching routes, the most specific path wins (a fixed
 * segment before a parameter, a parameter before {@code {rest+}}); for the same path, a named method wins over
 * {@code ANY}; {@code $default} is last.
 */
public final class RouteTable<T> {

    /** The route of a request, and its path parameters. */
    public record Match<T>(Route route, T target, Map<String, String> pathParameters) {}

    private record Entry<T>(Route route, List<String> segments, T target) {

        boolean isDefault() {
            return route.path().equals(Route.DEFAULT);
        }

        boolean isGreedy() {
            return !isDefault() && segments.getLast().endsWith("+}");
        }
    }

    private static final Comparator<Entry<?>> MOST_SPECIFIC_FIRST = (one, other) -> {
        if (one.isDefault() || other.isDefault()) {
            return Boolean.compare(one.isDefault(), other.isDefault());
        }
        int common = Math.min(one.segments.size(), other.segments.size());
        for (int i = 0; i < common; i++) {
            int bySegment = Integer.compare(rank(one.segments.get(i)), rank(other.segments.get(i)));
            if (bySegment != 0) {
                return bySegment;
            }
        }
        int byGreed = Boolean.compare(one.isGreedy(), other.isGreedy());
        if (byGreed != 0) {
            return byGreed;
        }
        int byLength = Integer.compare(other.segments.size(), one.segments.size());
        return byLength != 0
                ? byLength
                : Boolean.compare(
                        one.route.method().equals(Route.ANY),
                        other.route.method().equals(Route.ANY));
    };

    private final List<Entry<T>> entries = new ArrayList<>();

    public RouteTable(Map<Route, T> targets) {
        targets.forEach((route, target) -> entries.add(new Entry<>(route, segments(route.path()), target)));
        entries.sort(MOST_SPECIFIC_FIRST);
    }

    /** Finds the route for a method and a path as sent. */
    public Optional<Match<T>> find(String method, String rawPath) {
        List<String> segments = segments(rawPath);
        for (Entry<T> entry : entries) {
            if (!entry.route.method().equals(Route.ANY) && !entry.route.method().equals(method)) {
                continue;
            }
            Optional<Map<String, String>> parameters =
                    entry.isDefault() ? Optional.of(Map.of()) : parameters(entry.segments, segments);
            if (parameters.isPresent()) {
                return Optional.of(new Match<>(entry.route, entry.target, parameters.get()));
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

    private static int rank(String segment) {
        if (!segment.startsWith("{")) {
            return 0;
        }
        return segment.endsWith("+}") ? 2 : 1;
    }

    private static List<String> segments(String path) {
        return List.of(path.substring(1).split("/", -1));
    }

    /** In a path, unlike in a query, a plus is a plus. */
    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
