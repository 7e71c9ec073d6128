package bout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** JSON text as plain values, for tests; the engine itself knows no JSON. */
public final class TestJson {

    private static final JsonMapper MAPPER = new JsonMapper();

    private TestJson() {}

    /** The plain value of a JSON file among the test resources. */
    public static Object resource(String name) {
        try (InputStream file = TestJson.class.getResourceAsStream("/" + name)) {
            if (file == null) {
                throw new IllegalArgumentException("no test resource " + name);
            }
            return MAPPER.readValue(file, Object.class);
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    /** The plain value of a JSON text; single quotes may stand for double ones. */
    public static Object read(String json) {
        try {
            return MAPPER.readValue(json.replace('\'', '"'), Object.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    /** What becomes of a plain value that is written as JSON and read again. */
    public static Object throughJson(Object plain) {
        try {
            return MAPPER.readValue(MAPPER.writeValueAsString(plain), Object.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
