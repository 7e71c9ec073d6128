package bout.api.http;

import bout.engine.Plain;
import bout.wire.Problem.Violation;
import bout.wire.ProblemType;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parameters of a query, and what is wrong with them.
 *
 * @param values decoded, by name
 */
public record Query(Map<String, String> values, List<Violation> violations) {

    /** @param known the names of the route's parameters */
    public static Query read(String query, List<String> known) {
        Map<String, String> values = new LinkedHashMap<>();
        List<Violation> violations = new ArrayList<>();
        for (String pair : query.split("&")) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String rawName = equals < 0 ? pair : pair.substring(0, equals);
            String rawValue = equals < 0 ? "" : pair.substring(equals + 1);
            String name;
            String value;
            try {
                name = decoded(rawName);
                value = decoded(rawValue);
            } catch (IllegalArgumentException brokenEncoding) {
                violations.add(Violation.inQuery(
                        ProblemType.BAD_PARAMETER,
                        rawName,
                        "invalid percent-encoding; % must be followed by two hexadecimal digits"));
                continue;
            }
            if (!known.contains(name)) {
                violations.add(Violation.inQuery(
                        ProblemType.UNKNOWN_PARAMETER,
                        name,
                        known.isEmpty()
                                ? "this route takes no parameters"
                                : "unknown parameter; expected one of " + String.join(", ", known)));
            } else if (values.putIfAbsent(name, value) != null) {
                violations.add(Violation.inQuery(ProblemType.UNKNOWN_PARAMETER, name, "given twice"));
            }
        }
        return new Query(values, violations);
    }

    /**
     * A boolean parameter; false by default.
     *
     * @param violations receives what is wrong with it
     */
    public boolean flag(String name, List<Violation> violations) {
        String value = values.getOrDefault(name, "false");
        if (!value.equals("true") && !value.equals("false")) {
            violations.add(Violation.inQuery(
                    ProblemType.BAD_PARAMETER, name, "expected true or false, got " + Plain.describe(value)));
        }
        return value.equals("true");
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
