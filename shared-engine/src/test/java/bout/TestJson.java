package bout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

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
}
