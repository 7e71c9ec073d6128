package bout.cli.text;

import bout.wire.DisplayText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes text from outside (a bot's answer, an API, a replay, the output of another program) safe to print. Its control
 * characters could otherwise change the terminal's settings, or rewrite lines so that they seem to come from Bout.
 */
public final class TerminalText {

    private static final Pattern PLAIN_WORD = Pattern.compile("[\\w./@%+=:,-]+");
    private static final String REPLACEMENT = "\ufffd";

    private TerminalText() {}

    /** The text as one line: line breaks and all that {@link DisplayText} does not show are replaced. */
    public static String line(String text) {
        return replaced(text, "");
    }

    /** The same, but line breaks and tabs remain. */
    public static String lines(String text) {
        return replaced(text, "\n\t");
    }

    /** As one word of a shell's command. */
    public static String shellWord(String text) {
        return PLAIN_WORD.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }

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
        return DisplayText.replaced(text, odd -> kept.contains(odd) ? odd : REPLACEMENT);
    }
}
