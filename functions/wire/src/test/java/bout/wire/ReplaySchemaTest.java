package bout.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Failure;
import bout.engine.Plain;
import bout.engine.Replay;
import bout.engine.UnexpectedValue;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReplaySchemaTest {

    @ParameterizedTest
    @CsvSource({"random, random", "expand, contain", "fearful, warden"})
    void every_replay_of_house_bots_matches_the_schema(String first, String second) {
        for (int seed = 0; seed < 5; seed++) {
            ReplaySchema.check(Json.text(Replays.of("" + seed, first, second).toPlain()));
        }
    }

    @Test
    void a_replay_with_a_failure_matches_the_schema() {
        for (Failure.Kind kind : Failure.Kind.values()) {
            ReplaySchema.check(Json.text(Replays.forfeited(kind).toPlain()));
        }
    }

    @Test
    void the_schema_follows_draft_2020_12() throws Exception {
        try (InputStream schema = ReplaySchema.class.getResourceAsStream("replay.schema.json")) {
            String text = new String(schema.readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(
                    List.of(),
                    SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                            .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"))
                            .validate(text, InputFormat.JSON));
        }
    }

    @Test
    void the_schema_lists_exactly_the_kinds_of_failure() throws Exception {
        try (InputStream schema = ReplaySchema.class.getResourceAsStream("replay.schema.json")) {
            Plain kinds = Plain.of(Json.read(schema.readAllBytes()))
                    .get("$defs")
                    .get("failure")
                    .get("properties")
                    .get("kind")
                    .get("enum");
            assertEquals(Failure.Kind.CODES, kinds.value());
        }
    }

    static Stream<Arguments> strange() {
        return Stream.of(
                change("an unknown format", doc -> doc.put("format", 2)),
                change("a game in upper case", doc -> doc.put("game", "Ajax Tiles")),
                change("engine 0", doc -> doc.put("engine", 0)),
                change("a seed that is a number", doc -> doc.put("seed", 7)),
                change("options as a list", doc -> doc.put("options", List.of())),
                change("a list as an option", doc -> doc.put("options", Map.of("nukes", List.of()))),
                change("one player", doc -> doc.put("players", List.of(Map.of("name", "x")))),
                change("a player without a name", doc -> doc.put("players", List.of(Map.of(), Map.of()))),
                change("a player with an empty name", doc -> doc.put("players", List.of(named(""), named("x")))),
                change("a player with a URL", doc -> doc.put("players", List.of(withUrl(), named("x")))),
                change("moves as an object", doc -> doc.put("moves", Map.of())),
                change("a negative time", doc -> doc.put("times", List.of(-1))),
                change("a fractional time", doc -> doc.put("times", List.of(0.5))),
                change("a failure without a text", doc -> doc.put("failures", List.of(failure("text", null)))),
                change("a failure of an unknown kind", doc -> doc.put("failures", List.of(failure("kind", "lazy")))),
                change("a failure of seat 3", doc -> doc.put("failures", List.of(failure("seat", 3)))),
                change("a failure of call -1", doc -> doc.put("failures", List.of(failure("call", -1)))),
                change("a failure with a URL", doc -> doc.put("failures", List.of(failure("url", "http://x")))),
                change("winner 3", doc -> doc.put("result", result(3, List.of(1, 2), "full"))),
                change("winner r", doc -> doc.put("result", result("r", List.of(1, 2), "full"))),
                change("one score", doc -> doc.put("result", result(1, List.of(1), "full"))),
                change("a score as a word", doc -> doc.put("result", result(1, List.of(1, "two"), "full"))),
                change("an empty reason", doc -> doc.put("result", result(1, List.of(1, 2), ""))),
                change("a short hash", doc -> doc.put("hash", "123")),
                change("a hash in upper case", doc -> doc.put("hash", "0123456789ABCDEF")),
                change("an extra field", doc -> doc.put("comment", "nice game")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("strange")
    void invalid_replays_do_not_match_the_schema(String what, Consumer<Map<String, Object>> change) {
        Map<String, Object> document = Replays.of("1", "random", "expand").toPlain();
        change.accept(document);
        assertTrue(!ReplaySchema.faults(Json.text(document)).isEmpty());
        assertThrows(AssertionError.class, () -> ReplaySchema.check(Json.text(document)));
    }

    @Test
    void every_field_is_required_by_the_schema_and_by_the_reader() {
        for (String field : Replays.of("1", "random", "expand").toPlain().keySet()) {
            Map<String, Object> document = Replays.of("1", "random", "expand").toPlain();
            document.remove(field);
            assertEquals(1, ReplaySchema.faults(Json.text(document)).size(), field);
            if (!field.equals("setUp")) {
                assertThrows(UnexpectedValue.class, () -> Replay.read(Plain.of(document)), field);
            }
        }
    }

    private static Arguments change(String what, Consumer<Map<String, Object>> change) {
        return Arguments.of(what, change);
    }

    private static Map<String, Object> named(String name) {
        return Map.of("name", name);
    }

    private static Map<String, Object> withUrl() {
        return Map.of("name", "x", "url", "http://x");
    }

    private static Map<String, Object> result(Object winner, Object scores, String reason) {
        return Map.of("winner", winner, "scores", scores, "reason", reason);
    }

    private static Map<String, Object> failure(String field, Object value) {
        Map<String, Object> failure =
                new LinkedHashMap<>(Map.of("call", 0, "turn", 0, "seat", 1, "kind", "status", "text", "Status 500."));
        failure.put(field, value);
        if (value == null) {
            failure.remove(field);
        }
        return failure;
    }
}
