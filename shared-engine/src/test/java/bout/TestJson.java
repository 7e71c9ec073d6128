package bout;

import bout.engine.Plain;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Converts between JSON text and plain values, for tests. The engine itself does not use JSON. */
public final class TestJson {

    private static final JsonMapper MAPPER = new JsonMapper();

    private TestJson() {}

    /** Reads a JSON file from the test resources. */
    public static Object resource(String name) {
        try (InputStream file = TestJson.class.getResourceAsStream("/" + name)) {
            if (file == null) {
                throw new IllegalArgumentException("test resource not found: " + name);
            }
            return MAPPER.readValue(file, Object.class);
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    /** Parses JSON text. Single quotes are replaced by double quotes. */
    public static Object read(String json) {
        try {
            return MAPPER.readValue(json.replace('\'', '"'), Object.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    /** Writes a plain value as JSON and reads it again. */
    public static Object throughJson(Object plain) {
        try {
            return MAPPER.readValue(MAPPER.writeValueAsString(plain), Object.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Changes or adds the value at a JSON pointer. */
    @SuppressWarnings("unchecked")
    public static void set(Plain document, String pointer, Object value) {
        String last = pointer.substring(pointer.lastIndexOf('/') + 1);
        if (parent(document, pointer) instanceof List<?> list) {
            List<Object> entries = (List<Object>) list;
            int index = Integer.parseInt(last);
            if (index == entries.size()) {
                entries.add(value);
            } else {
                entries.set(index, value);
            }
        } else {
            ((Map<String, Object>) parent(document, pointer)).put(last, value);
        }
    }

    /** Removes the value at a JSON pointer. */
    public static void remove(Plain document, String pointer) {
        String last = pointer.substring(pointer.lastIndexOf('/') + 1);
        if (parent(document, pointer) instanceof List<?> list) {
            list.remove(Integer.parseInt(last));
        } else {
            ((Map<?, ?>) parent(document, pointer)).remove(last);
        }
    }

    private static Object parent(Plain document, String pointer) {
        Plain place = document;
        String[] parts = pointer.split("/");
        for (String part : List.of(parts).subList(1, parts.length - 1)) {
            place = place.value() instanceof List<?> ? place.at(Integer.parseInt(part)) : place.get(part);
        }
        return place.value();
    }
}
