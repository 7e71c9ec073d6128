package bout.store.table;

import bout.engine.Plain;
import bout.wire.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
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

    /** A string that is JSON. */
    default Plain document(String name) {
        try {
            return new Plain(Json.read(string(name)), "/" + name);
        } catch (Json.NotJson notJson) {
            throw wrong(name, "is not JSON: " + notJson.getMessage());
        }
    }

    /** The fields of a JSON object, in their order. */
    default Map<String, Object> fields(String name) {
        Map<String, Object> fields = new LinkedHashMap<>();
        document(name).fields().forEach((field, value) -> fields.put((String) field, value));
        return fields;
    }

    /** What is thrown about an attribute. */
    default IllegalStateException wrong(String name, String how) {
        AttributeValue pk = attributes().get(TableLayout.PK);
        return new IllegalStateException("In the table, the item " + (pk == null ? "without a key" : pk.s())
                + ": its attribute " + name + " " + how);
    }
}
