package bout.wire;

import bout.engine.Replay;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Validates replay documents against {@code replay.schema.json}; used by tests of several modules. */
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

    /** The violations of the schema; empty if the document is valid. */
    public static List<String> faults(String json) {
        return SCHEMA.validate(json, InputFormat.JSON).stream()
                .map(ReplaySchema::words)
                .sorted()
                .toList();
    }

    private static String words(Error error) {
        return error.getInstanceLocation() + " " + error.getKeyword() + ": " + error.getMessage();
    }

    /**
     * Reads a replay file after validating its document.
     *
     * @throws AssertionError if the document is invalid
     */
    public static Replay read(byte[] file) throws ReplayFile.NotAReplay {
        try {
            check(new String(DocumentFile.unzipped(file, ReplayFile.MAX_BYTES), StandardCharsets.UTF_8));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        return ReplayFile.read(file);
    }

    /** @throws AssertionError if the document is invalid */
    public static void check(String json) {
        List<String> faults = faults(json);
        if (!faults.isEmpty()) {
            throw new AssertionError("does not match replay.schema.json:\n" + String.join("\n", faults));
        }
    }
}
