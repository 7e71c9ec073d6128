package bout.guide;

import bout.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats JSON for people: a value that fits on a line stays on one line; others are indented. */
final class IndentedJson {

    private static final int WIDTH = 88;
    private static final String STEP = "  ";

    private IndentedJson() {}

    static String of(Object plain) {
        return indented(plain, "", 0);
    }

    /** @param before how many characters of the line are already used */
    private static String indented(Object plain, String indent, int before) {
        String line = spaced(plain);
        if (before + line.length() <= WIDTH) {
            return line;
        }
        String inner = indent + STEP;
        return switch (plain) {
            case Map<?, ?> fields
            when !fields.isEmpty() ->
                fields.entrySet().stream()
                        .map(field -> {
                            String name = inner + Json.text(field.getKey()) + ": ";
                            return name + indented(field.getValue(), inner, name.length());
                        })
                        .collect(Collectors.joining(",\n", "{\n", "\n" + indent + "}"));
            case List<?> entries
            when !entries.isEmpty() ->
                entries.stream()
                        .map(entry -> inner + indented(entry, inner, inner.length()))
                        .collect(Collectors.joining(",\n", "[\n", "\n" + indent + "]"));
            case null, default -> line;
        };
    }

    private static String spaced(Object plain) {
        return switch (plain) {
            case Map<?, ?> fields ->
                fields.entrySet().stream()
                        .map(field -> Json.text(field.getKey()) + ": " + spaced(field.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case List<?> entries ->
                entries.stream().map(IndentedJson::spaced).collect(Collectors.joining(", ", "[", "]"));
            case null, default -> Json.text(plain);
        };
    }
}
