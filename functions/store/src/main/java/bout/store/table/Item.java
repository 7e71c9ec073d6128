package bout.store.table;

import bout.wire.Json;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item of the table and how its attributes are read.
 *
 * <p>Each method that reads an attribute throws {@link IllegalStateException} where it is missing or is not what
 * {@link TableLayout} says: then something else wrote to the table.
 */
public interface Item {

    Map<String, AttributeValue> attributes();

    default boolean has(String name) {
        return attributes().containsKey(name);
    }

    default String string(String name) {
        AttributeValue value = attributes().get(name);
        if (value == null || value.s() == null) {
            throw wrong(name, "is not a string");
        }
        return value.s();
    }

    /** {@code null} where it is missing. */
    default String stringOrNull(String name) {
        return has(name) ? string(name) : null;
    }

    default long whole(String name) {
        AttributeValue value = attributes().get(name);
        if (value == null || value.n() == null) {
            throw wrong(name, "is not a number");
        }
        return Long.parseLong(value.n());
    }

    default boolean flag(String name) {
        AttributeValue value = attributes().get(name);
        if (value == null || value.bool() == null) {
            throw wrong(name, "is not a boolean");
        }
        return value.bool();
    }

    /** A time that is stored in milliseconds since 1970. */
    default Instant time(String name) {
        return Instant.ofEpochMilli(whole(name));
    }

    /** {@code null} where it is missing. */
    default Instant timeOrNull(String name) {
        return has(name) ? time(name) : null;
    }

    /** A string that is the JSON of a record. */
    default <T> T read(String name, Class<T> type) {
        try {
            return Json.read(string(name), type);
        } catch (Json.NotJson notJson) {
            throw wrong(name, "cannot be read: " + notJson.getMessage());
        }
    }

    /** What is thrown about an attribute. */
    default IllegalStateException wrong(String name, String how) {
        AttributeValue pk = attributes().get(TableLayout.PK);
        return new IllegalStateException("In the table, the item " + (pk == null ? "without a key" : pk.s())
                + ": its attribute " + name + " " + how);
    }
}
