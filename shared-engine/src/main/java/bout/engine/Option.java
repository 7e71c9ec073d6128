package bout.engine;

import java.util.List;
import java.util.Map;

/**
 * The declaration of a setting. The API, the command line and the site get its type, range, default and sentence from
 * here.
 */
public sealed interface Option {

    /** The option's name in requests and in {@code --set NAME=VALUE}. */
    String name();

    String sentence();

    Object defaultValue();

    /** A whole number from {@code min} to {@code max}, inclusive. */
    record IntegerOption(String name, String sentence, int min, int max, Integer defaultValue) implements Option {}

    record BooleanOption(String name, String sentence, Boolean defaultValue) implements Option {}

    record ChoiceOption(String name, String sentence, List<String> choices, String defaultValue) implements Option {}

    /** The allowed values, for messages of the form "expected ...". */
    default String range() {
        return switch (this) {
            case IntegerOption number -> "a whole number from " + number.min + " to " + number.max;
            case BooleanOption either -> "true or false";
            case ChoiceOption choice -> "one of " + String.join(", ", choice.choices);
        };
    }

    default boolean accepts(Object value) {
        return switch (this) {
            case IntegerOption number ->
                Plain.isInteger(value)
                        && ((Number) value).intValue() >= number.min
                        && ((Number) value).intValue() <= number.max;
            case BooleanOption either -> value instanceof Boolean;
            case ChoiceOption choice -> value instanceof String text && choice.choices.contains(text);
        };
    }

    /** Parses a value from the command line or a form, or returns {@code null} if the text is no value of this type. */
    default Object fromText(String text) {
        return switch (this) {
            case IntegerOption number -> {
                try {
                    yield Integer.parseInt(text);
                } catch (NumberFormatException notANumber) {
                    yield null;
                }
            }
            case BooleanOption either -> text.equals("true") ? (Object) true : text.equals("false") ? false : null;
            case ChoiceOption choice -> text;
        };
    }

    default Map<String, Object> toPlain() {
        Map<String, Object> plain = Plain.object("name", name(), "type", "", "default", defaultValue());
        plain.put("description", sentence());
        switch (this) {
            case IntegerOption number -> {
                plain.put("type", "integer");
                plain.put("min", number.min);
                plain.put("max", number.max);
            }
            case BooleanOption either -> plain.put("type", "boolean");
            case ChoiceOption choice -> {
                plain.put("type", "choice");
                plain.put("choices", choice.choices);
            }
        }
        return plain;
    }
}
