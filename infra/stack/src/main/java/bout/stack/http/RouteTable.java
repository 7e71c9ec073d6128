package bout.stack.http;

import bout.cloud.template.Application.Route;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The routes of the HTTP API, matched as in API Gateway. Of the matching routes, the most specific path wins (a fixed
 * segment before a parameter, a parameter before {@code {rest+}}); for the same path, a named method wins over
 * {@code ANY}.
 */
public final class RouteTable<T> {

    /** The route of a request, and its path parameters. */
    public record Match<T>(Route route, T target, Map<String, String> pathParameters) {}

    /** @param order a digit for each segment: the less specific, the greater */
    private record Entry<T>(Route route, Pattern path, String order, T target) {

        static <T> Entry<T> of(Route route, T target) {
            StringBuilder pattern = new StringBuilder();
            StringBuilder order = new StringBuilder();
            for (String segment : route.path().substring(1).split("/", -1)) {
                Matcher parameter = PARAMETER.matcher(segment);
                boolean rest = segment.endsWith("+}");
                order.append(!parameter.matches() ? 0 : rest ? 2 : 1);
                pattern.append('/')
                        .append(
                                !parameter.matches()
                                        ? Pattern.quote(segment)
                                        : "(?<" + parameter.group(1) + ">" + (rest ? ".+" : "[^/]+") + ")");
            }
            return new Entry<>(route, Pattern.compile(pattern.toString()), order.toString(), target);
        }

        boolean takesAnyMethod() {
            return route.method().equals(Route.ANY);
        }

        Optional<Match<T>> match(String method, String rawPath) {
            Matcher found = path.matcher(rawPath);
            if (!found.matches() || !takesAnyMethod() && !route.method().equals(method)) {
                return Optional.empty();
            }
            Map<String, String> parameters = new LinkedHashMap<>();
            // In a path, unlike in a query, a plus is a plus.
            path.namedGroups()
                    .keySet()
                    .forEach(name -> parameters.put(
                            name, URLDecoder.decode(found.group(name).replace("+", "%2B"), StandardCharsets.UTF_8)));
            return Optional.of(new Match<>(route, target, parameters));
        }
    }

    private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)\\+?}");

    private final List<Entry<T>> entries;

    public RouteTable(Map<Route, T> targets) {
        entries = targets.entrySet().stream()
                .map(each -> Entry.of(each.getKey(), each.getValue()))
                .sorted(Comparator.<Entry<T>, String>comparing(Entry::order).thenComparing(Entry::takesAnyMethod))
                .toList();
    }

    /** Finds the route for a method and a path as sent. */
    public Optional<Match<T>> find(String method, String rawPath) {
        return entries.stream()
                .map(entry -> entry.match(method, rawPath))
                .flatMap(Optional::stream)
                .findFirst();
    }
}
