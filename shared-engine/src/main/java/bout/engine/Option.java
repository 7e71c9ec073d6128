package bout.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The declaration of a setting. The API, the command line and the site get its type, range, default and sentence from
 * here.
 */
public sealed interface Option {

    /** The option's name in requests and in {@code --set NAME=VALUE}. */
    String name();

    /** What the option does, in one sentence. */
    String sentence();

    Object defaultValue();

    /** The allowed values, for messages of the form "expected ...". */
    String range();

    boolean accepts(Object value);

    /** Parses a value from the command line or a form, or returns {@code null} if the text is no value of this type. */
    Object fromText(String text);

    /** The declaration as a plain value. */
    Map<String, Object> toPlain();

    /** A whole number from {@code min} to {@code max}, inclusive. */
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

    /** {@code true} or {@code false}. */
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

    /** One of a fixed list of words. */
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
