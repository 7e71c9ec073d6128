package bout.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A plain value together with where it stands in its document, so that whoever reads it can say what is wrong and
 * where. Every method that reads throws {@link UnexpectedValue} when the value is of another kind or out of range.
 *
 * @param value a map, list, string, number, boolean or {@code null}
 * @param pointer the JSON pointer (RFC 6901) of the value; empty for the whole document
 */
public record Plain(Object value, String pointer) {

    private static final int DESCRIBED_CHARACTERS = 60;

    public static Plain of(Object value) {
        return new Plain(value, "");
    }

    public boolean isNull() {
        return value == null;
    }

    /** Whether this is an object that has the field, be it {@code null}. */
    public boolean has(String field) {
        return fields().containsKey(field);
    }

    /** The field's value; a field that is not there reads as {@code null}. */
    public Plain get(String field) {
        return new Plain(
                fields().get(field), pointer + "/" + field.replace("~", "~0").replace("/", "~1"));
    }

    /** An entry of a list. */
    public Plain at(int index) {
        List<?> list = list();
        if (index >= list.size()) {
            throw new UnexpectedValue(pointer, "at least " + (index + 1) + " entries", value);
        }
        return new Plain(list.get(index), pointer + "/" + index);
    }

    /** All entries of a list. */
    public List<Plain> entries() {
        List<?> list = list();
        List<Plain> entries = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            entries.add(new Plain(list.get(i), pointer + "/" + i));
        }
        return entries;
    }

    public Plain size(int size) {
        if (list().size() != size) {
            throw new UnexpectedValue(pointer, "a list of " + size, value);
        }
        return this;
    }

    public int length() {
        return list().size();
    }

    /** Refuses an object that has any other field than these. */
    public Plain onlyFields(String... names) {
        for (Object field : fields().keySet()) {
            if (!List.of(names).contains(field)) {
                throw new UnexpectedValue(pointer, "no field other than " + List.of(names), field);
            }
        }
        return this;
    }

    public Map<?, ?> fields() {
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw new UnexpectedValue(pointer, "an object", value);
    }

    public List<?> list() {
        if (value instanceof List<?> list) {
            return list;
        }
        throw new UnexpectedValue(pointer, "a list", value);
    }

    public String text() {
        if (value instanceof String text) {
            return text;
        }
        throw new UnexpectedValue(pointer, "a string", value);
    }

    /** A string out of a few, turned into what it stands for. */
    public <T> T oneOf(List<String> texts, Function<String, T> meaning) {
        if (value instanceof String text && texts.contains(text)) {
            return meaning.apply(text);
        }
        throw new UnexpectedValue(pointer, "one of " + String.join(", ", texts), value);
    }

    public boolean bool() {
        if (value instanceof Boolean bool) {
            return bool;
        }
        throw new UnexpectedValue(pointer, "true or false", value);
    }

    public double number() {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw new UnexpectedValue(pointer, "a number", value);
    }

    /** A whole number from {@code min} to {@code max}, both included. */
    public int integer(int min, int max) {
        if (isInteger(value)) {
            double number = ((Number) value).doubleValue();
            if (number >= min && number <= max) {
                return (int) number;
            }
        }
        throw new UnexpectedValue(pointer, "a whole number from " + min + " to " + max, value);
    }

    /**
     * Whether the value is a whole number that an {@code int} holds. A JSON number has no type: {@code 3}, {@code 3.0}
     * and {@code 3e0} are the same number.
     */
    public static boolean isInteger(Object value) {
        if (value instanceof Number number) {
            double real = number.doubleValue();
            return real == (int) real;
        }
        return false;
    }

    /**
     * Whether the value is a whole number of any size. One that is too large for a {@code double} counts: JSON has no
     * largest number, and hosts read {@code 1e999} as infinity.
     */
    public static boolean isWhole(Object value) {
        if (value instanceof Number number) {
            double real = number.doubleValue();
            return real == Math.floor(real);
        }
        return false;
    }

    /** The number as a plain value: an {@code Integer} where it is whole, else a {@code Double}. */
    public static Number number(double value) {
        boolean negativeZero = value == 0 && 1 / value < 0;
        return value == (int) value && !negativeZero ? (Number) (int) value : (Number) value;
    }

    /** A few words for a value, for messages: its text when that is short, else its kind. */
    public static String describe(Object value) {
        return switch (value) {
            case null -> "nothing";
            case String text -> "the string \"" + shortened(text) + "\"";
            case Boolean bool -> bool ? "true" : "false";
            case Integer number -> "the number " + number;
            case Number number when isInteger(number) -> "the number " + number.intValue();
            case Number number -> "a number that is not a whole one or is too large";
            case List<?> list -> "a list of " + list.size();
            case Map<?, ?> map -> map.isEmpty() ? "an empty object" : "an object with " + shortened(names(map));
            default -> "something else";
        };
    }

    private static String names(Map<?, ?> map) {
        StringBuilder names = new StringBuilder();
        for (Object name : map.keySet()) {
            if (names.length() > DESCRIBED_CHARACTERS) {
                break;
            }
            names.append(names.isEmpty() ? "" : ", ").append(name);
        }
        return names.toString();
    }

    private static String shortened(String text) {
        if (text.length() <= DESCRIBED_CHARACTERS) {
            return text;
        }
        // Not between the halves of a surrogate pair: half of one is no text.
        boolean splits = Character.isHighSurrogate(text.charAt(DESCRIBED_CHARACTERS - 1));
        return text.substring(0, splits ? DESCRIBED_CHARACTERS - 1 : DESCRIBED_CHARACTERS) + "…";
    }
}
