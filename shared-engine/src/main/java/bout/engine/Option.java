package bout.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A setting of a game, as the game declares it. The API, the command line and the site take name, type, range, default
 * and explanation from here.
 */
public sealed interface Option {

    /** What it is called in a request and behind {@code --set}. */
    String name();

    /** One sentence that says what it does. */
    String sentence();

    Object defaultValue();

    /** The values that it takes, in words: what a message says was expected. */
    String range();

    boolean accepts(Object value);

    /** The value that a text stands for, or {@code null} if none; for the command line and the fields of a page. */
    Object fromText(String text);

    /** The declaration as a plain value. */
    Map<String, Object> toPlain();

    /** A whole number from {@code min} to {@code max}, both included. */
    record IntegerOption(String name, String sentence, int min, int max, int byDefault) implements Option {
        @Override
        public Object defaultValue() {
            return byDefault;
        }

        @Override
        public String range() {
            return "a whole number from " + min + " to " + max;
        }

        @Override
        public boolean accepts(Object value) {
            return Plain.isInteger(value) && ((Number) value).intValue() >= min && ((Number) value).intValue() <= max;
        }

        @Override
        public Object fromText(String text) {
            try {
                return Integer.parseInt(text);
            } catch (NumberFormatException notANumber) {
                return null;
            }
        }

        @Override
        public Map<String, Object> toPlain() {
            Map<String, Object> plain = declaration(this, "integer");
            plain.put("min", min);
            plain.put("max", max);
            return plain;
        }
    }

    /** On or off. */
    record BooleanOption(String name, String sentence, boolean byDefault) implements Option {
        @Override
        public Object defaultValue() {
            return byDefault;
        }

        @Override
        public String range() {
            return "true or false";
        }

        @Override
        public boolean accepts(Object value) {
            return value instanceof Boolean;
        }

        @Override
        public Object fromText(String text) {
            return switch (text) {
                case "true" -> true;
                case "false" -> false;
                default -> null;
            };
        }

        @Override
        public Map<String, Object> toPlain() {
            return declaration(this, "boolean");
        }
    }

    /** One of a few words. */
    record ChoiceOption(String name, String sentence, List<String> choices, String byDefault) implements Option {
        @Override
        public Object defaultValue() {
            return byDefault;
        }

        @Override
        public String range() {
            return "one of " + String.join(", ", choices);
        }

        @Override
        public boolean accepts(Object value) {
            return value instanceof String text && choices.contains(text);
        }

        @Override
        public Object fromText(String text) {
            return text;
        }

        @Override
        public Map<String, Object> toPlain() {
            Map<String, Object> plain = declaration(this, "choice");
            plain.put("choices", choices);
            return plain;
        }
    }

    private static Map<String, Object> declaration(Option option, String type) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("name", option.name());
        plain.put("type", type);
        plain.put("default", option.defaultValue());
        plain.put("description", option.sentence());
        return plain;
    }
}
