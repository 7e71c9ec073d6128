package bout.wire;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** Checks replay documents against {@code replay.schema.json}; for the tests of this module and of others. */
public final class ReplaySchema {

    private static final Schema SCHEMA = load();

    private ReplaySchema() {}

    private static Schema load() {
        try (InputStream schema = ReplaySchema.class.getResourceAsStream("replay.schema.json")) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(schema, InputFormat.JSON);
        } catch (IOException e) {
            throw new UncheckedIOException("replay.schema.json", e);
        }
    }

    /** What is wrong with the document, an entry for each fault; empty when it is as the schema says. */
    public static List<String> faults(String json) {
        return SCHEMA.validate(json, InputFormat.JSON).stream()
                .map(ReplaySchema::words)
                .sorted()
                .toList();
    }

    private static String words(Error error) {
        return error.getInstanceLocation() + " " + error.getKeyword() + ": " + error.getMessage();
    }

    /** @throws AssertionError when the document is not as the schema says */
    public static void check(String json) {
        List<String> faults = faults(json);
        if (!faults.isEmpty()) {
            throw new AssertionError("not as replay.schema.json says:\n" + String.join("\n", faults));
        }
    }
}
