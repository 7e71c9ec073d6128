package bout.guide;

import bout.wire.Json;
import java.util.List;
import java.util.Map;

/** Formats JSON for people: a value that fits on a line stays on one line; others are indented. */
final class IndentedJson {

    private static final int WIDTH = 88;
    private static final String STEP = "  ";

    private IndentedJson() {}

    static String of(Object plain) {
        StringBuilder text = new StringBuilder();
        write(plain, "", 0, text);
        return text.toString();
    }

    /** @param before how many characters of the line are already used */
    private static void write(Object plain, String indent, int before, StringBuilder text) {
        String line = spaced(plain);
        if (before + line.length() <= WIDTH) {
            text.append(line);
            return;
        }
        switch (plain) {
            case Map<?, ?> fields
            when !fields.isEmpty() -> {
                String separator = "{\n";
                for (Map.Entry<?, ?> field : fields.entrySet()) {
                    text.append(separator).append(indent).append(STEP);
                    String name = Json.text(field.getKey()) + ": ";
                    text.append(name);
                    write(field.getValue(), indent + STEP, indent.length() + STEP.length() + name.length(), text);
                    separator = ",\n";
                }
                text.append('\n').append(indent).append('}');
            }
            case List<?> entries
            when !entries.isEmpty() -> {
                String separator = "[\n";
                for (Object entry : entries) {
                    text.append(separator).append(indent).append(STEP);
                    write(entry, indent + STEP, indent.length() + STEP.length(), text);
                    separator = ",\n";
                }
                text.append('\n').append(indent).append(']');
            }
            default -> text.append(line);
        }
    }

    /** On one line, with a space after commas and colons. */
    private static String spaced(Object plain) {
        StringBuilder text = new StringBuilder();
        switch (plain) {
            case Map<?, ?> fields -> {
                fields.forEach((name, value) -> text.append(text.isEmpty() ? "" : ", ")
                        .append(Json.text(name))
                        .append(": ")
                        .append(spaced(value)));
                text.insert(0, '{').append('}');
            }
            case List<?> entries -> {
                entries.forEach(entry -> text.append(text.isEmpty() ? "" : ", ").append(spaced(entry)));
                text.insert(0, '[').append(']');
            }
            case null, default -> text.append(Json.text(plain));
        }
        return text.toString();
    }
}
