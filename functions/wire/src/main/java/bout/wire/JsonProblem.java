package bout.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Says in our own words why a text is not JSON: Jackson's are for the programmer who set it up. */
final class JsonProblem {

    /** Jackson's message and ours, in which {@code $1} is a part of it. */
    private record Rewording(Pattern theirs, String ours) {
        private Rewording(String theirs, String ours) {
            this(Pattern.compile(theirs), ours);
        }
    }

    private static final String CHARACTER = "Unexpected character \\(('.+?') \\(code [^)]*\\)\\)";
    private static final String OPEN =
            "Unexpected end-of-input.* for %s \\(start marker at .*; line: (\\d+), column: (\\d+)\\].*";

    private static final List<Rewording> REWORDINGS = List.of(
            new Rewording("No content to map.*", "nothing is there"),
            new Rewording(
                    OPEN.formatted("Object"),
                    "the JSON ends too early: the object opened at line $1, column $2 is not closed"),
            new Rewording(
                    OPEN.formatted("Array"),
                    "the JSON ends too early: the array opened at line $1, column $2 is not closed"),
            new Rewording("Unexpected end-of-input.*", "the JSON ends too early"),
            new Rewording("Unrecognized token ('.*?').*", "$1 is not JSON: strings need double quotes"),
            new Rewording("Non-standard token ('.*?').*", "$1 is not JSON"),
            new Rewording("Duplicate field ('.*').*", "the field $1 occurs twice"),
            new Rewording("Trailing token.*", "something follows the JSON value"),
            new Rewording(
                    CHARACTER + ": was expecting double-quote.*",
                    "expected the name of a field in double quotes, not $1"),
            new Rewording(
                    CHARACTER + ": was expecting a colon.*", "expected a colon after the name of a field, not $1"),
            new Rewording(CHARACTER + ": was expecting comma.*", "expected a comma or the end, not $1"),
            new Rewording(CHARACTER + ".*", "unexpected character $1"),
            new Rewording("Unexpected close marker ('.').*", "unexpected character $1"),
            new Rewording("Illegal unquoted character.*", "a control character in a string must be escaped"),
            new Rewording("Illegal character.*", "a control character outside of a string"),
            new Rewording("Invalid numeric value: Leading zero.*", "a number begins with a needless zero"),
            new Rewording("Unrecognized character escape ('.+') .*", "$1 cannot follow a backslash"));

    /** Internals in the other messages. */
    private static final Pattern ADVICE = Pattern.compile(
            ": (enable|not allowed as per).*| \\((bound as|of type) [^)]*\\)|, from `StreamReadConstraints[^`]*`(?=\\))");

    private JsonProblem() {}

    static String reason(JsonProcessingException cause) {
        String problem = reworded(cause.getOriginalMessage().lines().findFirst().orElse("not JSON"));
        if (!(cause instanceof JsonMappingException wrong) || wrong.getPath().isEmpty()) {
            return problem;
        }
        String pointer = wrong.getPath().stream()
                .map(step -> "/" + (step.getFieldName() == null ? step.getIndex() : step.getFieldName()))
                .collect(Collectors.joining());
        return pointer + ": " + problem;
    }

    private static String reworded(String theirs) {
        for (Rewording each : REWORDINGS) {
            Matcher found = each.theirs().matcher(theirs);
            if (found.matches()) {
                return found.replaceFirst(each.ours());
            }
        }
        return ADVICE.matcher(theirs).replaceAll("");
    }
}
