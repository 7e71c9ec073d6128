package bout.table;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A condition on an item that is written, or given by a query. Attributes are named by their names, or by a path into a
 * map ({@code watched.ID}). An item that does not exist has no attributes, so nothing holds of it but {@link #absent}
 * and {@link #without}.
 */
@FunctionalInterface
public interface Condition {

    /** Writes it as DynamoDB reads it. */
    String in(Expression expression);

    static Condition equal(String attribute, Object value) {
        return compared(attribute, "=", value);
    }

    static Condition below(String attribute, Object value) {
        return compared(attribute, "<", value);
    }

    static Condition atMost(String attribute, Object value) {
        return compared(attribute, "<=", value);
    }

    static Condition above(String attribute, Object value) {
        return compared(attribute, ">", value);
    }

    static Condition atLeast(String attribute, Object value) {
        return compared(attribute, ">=", value);
    }

    private static Condition compared(String attribute, String operator, Object value) {
        return in -> in.name(attribute) + " " + operator + " " + in.value(attribute, value);
    }

    static Condition belowOther(String attribute, String other) {
        return in -> in.name(attribute) + " < " + in.name(other);
    }

    static Condition in(String attribute, Enum<?>... values) {
        return in -> in.name(attribute)
                + Arrays.stream(values)
                        .map(value -> in.value(attribute, value))
                        .collect(Collectors.joining(", ", " IN (", ")"));
    }

    static Condition absent(String attribute) {
        return in -> "attribute_not_exists(" + in.name(attribute) + ")";
    }

    static Condition there(String attribute) {
        return in -> "attribute_exists(" + in.name(attribute) + ")";
    }

    static Condition contains(String set, String member) {
        return in -> "contains(" + in.name(set) + ", " + in.value("member", member) + ")";
    }

    static Condition without(String set, String member) {
        return in -> "NOT contains(" + in.name(set) + ", " + in.value("member", member) + ")";
    }

    /** The set has fewer members; an empty one is absent. */
    static Condition sizeBelow(String set, int size) {
        return absent(set).or(in -> "size(" + in.name(set) + ") < " + in.value("size", size));
    }

    static Condition startsWith(String attribute, String start) {
        return in -> "begins_with(" + in.name(attribute) + ", " + in.value(attribute, start) + ")";
    }

    static Condition between(String attribute, String from, String to) {
        return in -> in.name(attribute) + " BETWEEN " + in.value("from", from) + " AND " + in.value("to", to);
    }

    default Condition and(Condition other) {
        return in -> in(in) + " AND " + other.in(in);
    }

    default Condition or(Condition other) {
        return in -> "(" + in(in) + " OR " + other.in(in) + ")";
    }
}
