package bout.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;

/**
 * A plain value with its position in a document, so that error messages can say where the problem is. Every method that
 * reads the value throws {@link UnexpectedValue} if the value has another type or is out of range.
 *
 * @param value a map, list, string, number, boolean or {@code null}
 * @param pointer the JSON pointer (RFC 6901) of the value; empty for the whole document
 */
public record Plain(Object value, String pointer) {

    /** The longest part of a value that {@link #describe} quotes, in UTF-16 units. */
    private static final int DESCRIBED_CHARACTERS = 60;

    public static Plain of(Object value) {
        return new Plain(value, "");
    }

    /** An object, in this order: the name and the value of each field. */
    public static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }

    /** The same without the fields whose value is {@code null}. */
    public static Map<String, Object> present(Object... namesAndValues) {
        Map<String, Object> object = object(namesAndValues);
        object.values().removeIf(Objects::isNull);
        return object;
    }

    /** Why the value cannot be used: it is not what was expected. */
    public UnexpectedValue unexpected(String expected) {
        return new UnexpectedValue(pointer, expected, value);
    }

    public boolean isNull() {
        return value == null;
    }

    public boolean has(String field) {
        return fields().containsKey(field);
    }

    /** The value of a field. A missing field reads as {@code null}. */
    public Plain get(String field) {
        return new Plain(
                fields().get(field), pointer + "/" + field.replace("~", "~0").replace("/", "~1"));
    }

    /** The list entry at this index, from 0. */
    public Plain at(int index) {
        List<?> list = list();
        if (index >= list.size()) {
            throw unexpected("at least " + (index + 1) + " entries");
        }
        return new Plain(list.get(index), pointer + "/" + index);
    }

    public List<Plain> entries() {
        List<?> list = list();
        List<Plain> entries = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            entries.add(new Plain(list.get(i), pointer + "/" + i));
        }
        return entries;
    }

    /** A board as a list of columns, each a list of its cells, which are numbered column by column. */
    public static List<List<Object>> columns(int width, int height, IntFunction<Object> cells) {
        List<List<Object>> columns = new ArrayList<>(width);
        for (int x = 0; x < width; x++) {
            List<Object> column = new ArrayList<>(height);
            for (int y = 0; y < height; y++) {
                column.add(cells.apply(x * height + y));
            }
            columns.add(column);
        }
        return columns;
    }

    /** Reads such a list: each cell with its number, in order. */
    public void readColumns(int width, int height, ObjIntConsumer<Plain> reader) {
        size(width);
        for (int x = 0; x < width; x++) {
            Plain column = at(x).size(height);
            for (int y = 0; y < height; y++) {
                reader.accept(column.at(y), x * height + y);
            }
        }
    }

    public Plain size(int size) {
        if (list().size() != size) {
            throw unexpected("a list of " + size);
        }
        return this;
    }

    public int length() {
        return list().size();
    }

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
        throw unexpected("an object");
    }

    public List<?> list() {
        if (value instanceof List<?> list) {
            return list;
        }
        throw unexpected("a list");
    }

    public String text() {
        if (value instanceof String text) {
            return text;
        }
        throw unexpected("a string");
    }

    /** The string in a field. */
    public String text(String field) {
        return get(field).text();
    }

    /** A string of at most this many characters (code points). */
    public String text(int most) {
        String text = text();
        if (text.codePointCount(0, text.length()) > most) {
            throw unexpected("at most " + most + " characters");
        }
        return text;
    }

    /** Checks that the value is one of the given strings, and converts it. */
    public <T> T oneOf(List<String> texts, Function<String, T> meaning) {
        if (value instanceof String text && texts.contains(text)) {
            return meaning.apply(text);
        }
        throw unexpected("one of " + String.join(", ", texts));
    }

    public boolean bool() {
        if (value instanceof Boolean bool) {
            return bool;
        }
        throw unexpected("true or false");
    }

    public double number() {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw unexpected("a number");
    }

    /** A whole number in the range of {@code int}. */
    public int integer() {
        return integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** A whole number from {@code min} to {@code max}, inclusive. */
    public int integer(int min, int max) {
        if (isInteger(value)) {
            double number = ((Number) value).doubleValue();
            if (number >= min && number <= max) {
                return (int) number;
            }
        }
        throw unexpected("a whole number from " + min + " to " + max);
    }

    /**
     * Whether it is a whole number in the range of {@code int}. In JSON, {@code 3}, {@code 3.0} and {@code 3e0} are the
     * same.
     */
    public static boolean isInteger(Object value) {
        if (value instanceof Number number) {
            double real = number.doubleValue();
            return real == (int) real;
        }
        return false;
    }

    /**
     * Whether the value is a whole number of any size. Infinity counts as whole, because JSON has no largest number and
     * parsers read {@code 1e999} as infinity.
     */
    public static boolean isWhole(Object value) {
        if (value instanceof Number number) {
            double real = number.doubleValue();
            return real == Math.floor(real);
        }
        return false;
    }

    /** The number as a plain value: an {@code Integer} if it is one and fits, else a {@code Double}. */
    public static Number number(double value) {
        boolean negativeZero = value == 0 && 1 / value < 0;
        return value == (int) value && !negativeZero ? (Number) (int) value : (Number) value;
    }

    /** A short description of a value for messages. Part of failure texts and so of hashes, see {@link Failure}. */
    public static String describe(Object value) {
        return switch (value) {
            case null -> "nothing";
            case String text -> "the string \"" + shortened(text, DESCRIBED_CHARACTERS) + "\"";
            case Boolean bool -> bool ? "true" : "false";
            case Integer number -> "the number " + number;
            case Number number when isInteger(number) -> "the number " + number.intValue();
            case Number number -> "a number that is not a whole one or is too large";
            case List<?> list -> "a list of " + list.size();
            case Map<?, ?> map ->
                map.isEmpty() ? "an empty object" : "an object with " + shortened(fields(map), DESCRIBED_CHARACTERS);
            default -> "something else";
        };
    }

    /** The names of fields and what they are; enough of them to be shortened. */
    private static String fields(Map<?, ?> map) {
        StringBuilder fields = new StringBuilder();
        for (Map.Entry<?, ?> field : map.entrySet()) {
            if (fields.length() > DESCRIBED_CHARACTERS) {
                break;
            }
            fields.append(fields.isEmpty() ? "" : ", ")
                    .append(field.getKey())
                    .append(" (")
                    .append(field.getValue() instanceof Map<?, ?> ? "an object" : describe(field.getValue()))
                    .append(')');
        }
        return fields.toString();
    }

    /** The text, or if it is longer than {@code most} characters its beginning and an ellipsis. */
    public static String shortened(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        // Do not cut a surrogate pair in half: that would not be valid text.
        boolean splits = Character.isHighSurrogate(text.charAt(most - 1));
        return text.substring(0, splits ? most - 1 : most) + "…";
    }

    /** The length of a text in bytes of UTF-8. The engine also runs in browsers, so it counts for itself. */
    public static int utf8Bytes(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            // A surrogate pair has four bytes.
            bytes += unit < 0x80 ? 1 : unit < 0x800 || Character.isSurrogate(unit) ? 2 : 3;
        }
        return bytes;
    }
}
