package bout.competition.ladder;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Validates published standings against their JSON schemas. */
public final class StandingsSchema {

    private static final Map<String, Schema> READ = new ConcurrentHashMap<>();

    private StandingsSchema() {}

    /**
     * @param schema its name in this package, or its path from the root
     * @throws AssertionError if the document violates the schema
     */
    public static void check(String schema, String json) {
        List<String> faults =
                READ.computeIfAbsent(schema, StandingsSchema::load).validate(json, InputFormat.JSON).stream()
                        .map(error ->
                                error.getInstanceLocation() + " " + error.getKeyword() + ": " + error.getMessage())
                        .sorted()
                        .toList();
        if (!faults.isEmpty()) {
            throw new AssertionError("not as " + schema + " says:\n" + String.join("\n", faults));
        }
    }

    private static Schema load(String name) {
        try (InputStream schema = Leaderboard.class.getResourceAsStream(name)) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(schema, InputFormat.JSON);
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }
}
