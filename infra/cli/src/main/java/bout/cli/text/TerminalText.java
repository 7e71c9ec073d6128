package bout.cli.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Makes text from outside (a bot's answer, an API, a replay, the output of another program) safe to print. Its control
 * characters could otherwise change the terminal's settings, or rewrite lines so that they seem to come from Bout.
 */
public final class TerminalText {

    private static final char REPLACEMENT = '\ufffd';

    private TerminalText() {}

    /** The text as one line: all control characters, line breaks and changes of direction are replaced. */
    public static String line(String text) {
        return replaced(text, "");
    }

    /** The same, but line breaks and tabs remain. */
    public static String lines(String text) {
        return replaced(text, "\n\t");
    }

    /** A value of JSON in which every text is one line. */
    public static Object json(Object value) {
        return switch (value) {
            case String text -> line(text);
            case List<?> list -> list.stream().map(TerminalText::json).collect(Collectors.toCollection(ArrayList::new));
            case Map<?, ?> map -> {
                Map<String, Object> lines = new LinkedHashMap<>();
                map.forEach((name, each) -> lines.put((String) name, json(each)));
                yield lines;
            }
            case null, default -> value;
        };
    }

    private static String replaced(String text, String kept) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints()
                .map(character -> isControl(character) && kept.indexOf(character) < 0 ? REPLACEMENT : character)
                .forEach(safe::appendCodePoint);
        return safe.toString();
    }

    /**
     * C0, DEL, C1, the separators of lines and paragraphs, and what changes the direction of text. A half of a
     * surrogate pair cannot be printed either.
     */
    private static boolean isControl(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            default ->
                character == 0x061c
                        || character >= 0x200e && character <= 0x200f
                        || character >= 0x202a && character <= 0x202e
                        || character >= 0x2066 && character <= 0x2069;
        };
    }
}
