package bout.table;

import bout.wire.Json;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item of the table.
 *
 * <p>Each method that reads an attribute throws {@link IllegalStateException} where it is missing or of another kind:
 * then something else wrote to the table.
 *
 * @param attributes none if there is no such item
 */
public record Item(Map<String, AttributeValue> attributes) {

    /** The components of this record are attributes of the same item, instead of JSON text in one attribute. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    public @interface Within {}

    /**
     * Records that are stored compressed, because their JSON says nearly the same many times over. Readers get a list
     * as of any others.
     */
    public record Packed(List<?> records) {}

    public boolean isEmpty() {
        return attributes.isEmpty();
    }

    public boolean has(String name) {
        return attributes.containsKey(name);
    }

    public boolean is(String name, String value) {
        return has(name) && string(name).equals(value);
    }

    /** The record that was stored as this item, with whatever else. */
    public <T extends Record> T as(Class<T> type) {
        return Attributes.read(this, type);
    }

    /** The record that was stored as this item, if there is one. */
    public <T extends Record> Optional<T> find(Class<T> type) {
        return isEmpty() ? Optional.empty() : Optional.of(as(type));
    }

    public Map<String, AttributeValue> key() {
        return Map.of(TableLayout.PK, attributes.get(TableLayout.PK), TableLayout.SK, attributes.get(TableLayout.SK));
    }

    private <T> T required(String name, Function<AttributeValue, T> as, String what) {
        return Optional.ofNullable(attributes.get(name)).map(as).orElseThrow(() -> wrong(name, "is not a " + what));
    }

    public String string(String name) {
        return required(name, AttributeValue::s, "string");
    }

    public long whole(String name) {
        return Long.parseLong(required(name, AttributeValue::n, "number"));
    }

    /** 0 where it is missing. */
    public int count(String name) {
        return has(name) ? (int) whole(name) : 0;
    }

    public boolean flag(String name) {
        return required(name, AttributeValue::bool, "boolean");
    }

    /** A time that is stored in milliseconds since 1970. */
    public Instant time(String name) {
        return Instant.ofEpochMilli(whole(name));
    }

    /** Empty where it is missing, because no set is stored empty. */
    public Set<String> strings(String name) {
        AttributeValue value = attributes.get(name);
        if (value != null && !value.hasSs()) {
            throw wrong(name, "is not a set");
        }
        return value == null ? Set.of() : Set.copyOf(value.ss());
    }

    public <T> T json(String name, Class<T> type) {
        try {
            return Json.readStored(string(name), type);
        } catch (Json.NotJson notJson) {
            throw wrong(name, "cannot be read: " + notJson.getMessage());
        }
    }

    IllegalStateException wrong(String name, String how) {
        return new IllegalStateException("In the table, " + this + ": its attribute " + name + " " + how);
    }

    /** Without the other attributes, which hold URLs and secrets. */
    @Override
    public String toString() {
        AttributeValue pk = attributes.get(TableLayout.PK);
        return "the item " + (pk == null ? "without a key" : pk.s());
    }
}
