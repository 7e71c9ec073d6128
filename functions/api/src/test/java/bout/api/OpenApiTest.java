package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.address.BotUrl;
import bout.api.http.Field;
import bout.api.http.Response;
import bout.api.http.TokenCache;
import bout.competition.Coded;
import bout.competition.tournament.Plan;
import bout.engine.Failure;
import bout.engine.Option;
import bout.engine.TimeLimits;
import bout.store.access.Scope;
import bout.store.bot.BotRecord.Visibility;
import bout.store.match.MatchRecord.MatchOutcome;
import bout.store.match.Status;
import bout.store.tournament.TournamentRecord.TournamentState;
import bout.table.Listing.PageRequest;
import bout.wire.Json;
import bout.wire.ProblemType;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The OpenAPI document against itself and against the code's own constants. */
class OpenApiTest {

    /** With two tags, generated clients for Go and TypeScript would declare an operation twice. */
    @Test
    void every_operation_has_an_id_of_its_own_a_summary_and_one_tag_that_is_explained() {
        Set<String> tags = values(Contract.DOCUMENT.get("tags"), "name");
        Set<String> ids = new HashSet<>();
        operations().forEach((name, operation) -> {
            assertTrue(ids.add(operation.path("operationId").asText()), name + " has the id of another one");
            assertFalse(operation.path("summary").asText().isEmpty(), name);
            assertEquals(1, operation.path("tags").size(), name);
            assertTrue(tags.contains(operation.path("tags").path(0).asText()), name);
        });
    }

    @Test
    void every_operation_says_that_any_error_is_a_problem() {
        operations().forEach((name, operation) -> operation.get("responses").forEachEntry((status, response) -> {
            if (!status.startsWith("2") && !status.startsWith("3")) {
                assertTrue(resolved(response).at("/content").has("application/problem+json"), name + " " + status);
            }
        }));
    }

    @Test
    void every_reference_names_a_part_of_its_own() {
        for (String ref : Contract.DOCUMENT.findValuesAsText("$ref")) {
            assertFalse(Contract.DOCUMENT.at(ref.substring(1)).isMissingNode(), ref);
            assertTrue(ref.matches("#/components/[a-zA-Z]+/[A-Za-z]+"), ref + " is no name that a client could have");
        }
    }

    /** Generators of clients make a type of each; for one without a name they invent a name, or none. */
    @Test
    void every_schema_with_fields_has_a_name() {
        walk("#", Contract.DOCUMENT, (at, schema) -> {
            if (schema.path("properties").isObject() && !at.endsWith("/properties")) {
                assertTrue(at.matches("#/components/schemas/[A-Za-z]+(/allOf/[0-9]+)?"), at);
            }
        });
    }

    /** Of an alternative that has no name, or whose schema says neither, a generated client has no type. */
    @Test
    void every_alternative_is_a_named_schema_or_null() {
        walk("#", Contract.DOCUMENT, (at, schema) -> {
            assertFalse(schema.has("anyOf"), at);
            schema.path("oneOf")
                    .forEach(alternative -> assertTrue(
                            alternative.has("$ref")
                                    || alternative.path("type").asText().equals("null"),
                            at));
        });
    }

    /** In several languages true, null and 1 cannot be the name of a constant. */
    @Test
    void only_texts_are_enumerated() {
        walk("#/components/schemas", Contract.DOCUMENT.at("/components/schemas"), (at, schema) -> {
            schema.path("enum").forEach(value -> assertTrue(value.isTextual(), at));
            assertTrue(!schema.has("const") || schema.get("const").isTextual(), at);
            assertTrue(!schema.path("type").asText().equals("null") || at.contains("/oneOf/"), at);
        });
    }

    /** As a client in Go has them: x-enum-varnames gives the values other names. */
    @Test
    void values_of_two_named_enums_have_different_names() {
        Map<String, String> owners = new LinkedHashMap<>();
        Contract.DOCUMENT.at("/components/schemas").forEachEntry((name, schema) -> {
            JsonNode names = schema.has("x-enum-varnames") ? schema.get("x-enum-varnames") : schema.path("enum");
            assertEquals(schema.path("enum").size(), names.size(), name);
            names.forEach(value -> {
                String constant = value.asText().toUpperCase(Locale.ROOT);
                String other = owners.put(constant, name);
                assertTrue(other == null, constant + " of " + name + " is also in " + other);
            });
        });
    }

    /** Generators of clients forget, for fields of a schema in allOf, that they may be null. */
    @Test
    void every_nullable_field_of_a_composed_schema_is_repeated_in_it() {
        List<String> missing = new ArrayList<>();
        Contract.DOCUMENT.at("/components/schemas").forEachEntry((name, schema) -> {
            Set<String> own = new HashSet<>();
            schema.path("allOf")
                    .forEach(part -> part.path("properties").fieldNames().forEachRemaining(own::add));
            schema.path("allOf")
                    .forEach(part -> resolved(part).path("properties").forEachEntry((field, type) -> {
                        if (part.has("$ref") && nullable(type) && !own.contains(field)) {
                            missing.add(name + "." + field);
                        }
                    }));
        });
        assertEquals(List.of(), missing);
    }

    private static boolean nullable(JsonNode schema) {
        JsonNode type = resolved(schema);
        return Stream.of(type.path("type"), type.path("oneOf"))
                .flatMap(JsonNode::valueStream)
                .anyMatch(each -> each.asText().equals("null")
                        || each.path("type").asText().equals("null"));
    }

    /** A generated client sends a default, even where a field without its companion is refused. */
    @Test
    void no_field_that_needs_another_one_has_a_default() {
        walk("#/components/schemas", Contract.DOCUMENT.at("/components/schemas"), (at, schema) -> {
            if (schema.path("description").asText().contains("Only with `")) {
                assertFalse(schema.has("default"), at);
            }
        });
    }

    @TestFactory
    List<DynamicTest> every_example_of_an_answer_is_one() {
        List<DynamicTest> tests = new ArrayList<>();
        operations().forEach((operation, said) -> said.get("responses").forEachEntry((status, referred) -> {
            JsonNode response = resolved(referred);
            response.path("content").forEachEntry((contentType, content) -> {
                Map<String, String> headers = headers(response, contentType);
                content.path("examples").forEachEntry((title, example) -> {
                    Object value = Json.MAPPER.convertValue(resolved(example).get("value"), Object.class);
                    tests.add(DynamicTest.dynamicTest(
                            operation + " " + status + " " + title, () -> check(operation, status, headers, value)));
                });
            });
        }));
        return tests;
    }

    private static void check(String operation, String status, Map<String, String> headers, Object body) {
        String[] methodAndPath = operation.split(" ");
        Contract.check(
                Contract.request(methodAndPath[0], methodAndPath[1], "", Map.of(), ""),
                new Response(
                        status.equals("default") ? 405 : Integer.parseInt(status),
                        headers,
                        List.of(),
                        Json.bytes(body)));
    }

    private static Map<String, String> headers(JsonNode response, String contentType) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", contentType);
        response.path("headers").forEachEntry((name, referred) -> {
            JsonNode header = resolved(referred);
            headers.put(
                    name,
                    header.path("example").asText(header.at("/schema/const").asText()));
        });
        return headers;
    }

    @TestFactory
    Stream<DynamicTest> every_example_of_a_problem_says_what_its_type_says() {
        return Contract.DOCUMENT.findValues("value").stream()
                .filter(value -> value.has("type") && value.has("title"))
                .map(value -> DynamicTest.dynamicTest(value.get("type").asText(), () -> {
                    ProblemType type = Arrays.stream(ProblemType.values())
                            .filter(known ->
                                    known.uri().equals(value.get("type").asText()))
                            .findFirst()
                            .orElseThrow();
                    assertEquals(type.title(), value.get("title").asText());
                    assertEquals(type.status(), value.get("status").asInt());
                }));
    }

    @Test
    void every_type_of_problem_is_explained_with_its_status() {
        Matcher rows = Pattern.compile("(?m)^\\| `(/problems/[a-z-]+)` \\| ([0-9, ]+) \\|")
                .matcher(Contract.DOCUMENT.at("/info/description").asText());
        Map<String, String> explained = new LinkedHashMap<>();
        while (rows.find()) {
            explained.put(rows.group(1), rows.group(2));
        }
        assertEquals(
                Arrays.stream(ProblemType.values()).map(ProblemType::uri).toList(), List.copyOf(explained.keySet()));
        for (ProblemType type : ProblemType.values()) {
            assertTrue(
                    List.of(explained.get(type.uri()).split(", ")).contains(String.valueOf(type.status())),
                    type + " " + explained.get(type.uri()));
        }
    }

    @Test
    void the_lists_and_limits_are_those_of_the_code() {
        assertEquals(Coded.codes(Status.class), texts("/components/schemas/Status/enum"));
        assertEquals(Coded.codes(Visibility.class), texts("/components/schemas/Visibility/enum"));
        assertEquals(PageRequest.MAX_LIMIT, number("/components/schemas/BotPage/properties/bots/maxItems"));
        assertEquals(BotUrl.MAX_LENGTH, number("/components/schemas/BotUrl/maxLength"));
        assertEquals(Scope.OF_TOKENS, texts("/components/schemas/Scope/enum"));
        assertTrue(Contract.DOCUMENT
                .at("/paths/~1api~1owners~1{id}~1keys~1{key}/delete/description")
                .asText()
                .contains("Within " + TokenCache.KEPT.toSeconds() + " seconds"));
        assertEquals(Failure.Kind.CODES, texts("/components/schemas/FailureKind/enum"));
        assertEquals(MatchOutcome.STORED_FAILURES, number("/components/schemas/Match/properties/failures/maxItems"));
        assertEquals(TimeLimits.MIN, number("/components/schemas/TimeLimit/minimum"));
        assertEquals(TimeLimits.MAX, number("/components/schemas/TimeLimit/maximum"));
        assertEquals(MatchRequest.MAX_SEED, number("/components/schemas/Seed/maxLength"));
        assertEquals(Field.MAX_NAME, number("/components/schemas/Name/maxLength"));
        assertEquals(BotUrl.MAX_LENGTH, number("/components/schemas/PlayerAtUrl/properties/url/maxLength"));
        assertEquals(PageRequest.MAX_LIMIT, number("/components/schemas/MatchPage/properties/matches/maxItems"));
        assertEquals(Coded.codes(TournamentState.class), texts("/components/schemas/TournamentState/enum"));
        String tournament = "/components/schemas/TournamentRequest/properties/";
        assertEquals(Plan.MOST_PLAYERS, number(tournament + "players/maxItems"));
        assertEquals(BotUrl.MAX_LENGTH, number(tournament + "webhook/maxLength"));
        assertEquals(PageRequest.MAX_LIMIT, number("/components/parameters/Limit/schema/maximum"));
    }

    @Test
    void the_settings_of_a_tournament_are_those_that_are_declared() {
        for (Option setting : Plan.SETTINGS) {
            JsonNode asked = Contract.DOCUMENT.at("/components/schemas/TournamentRequest/properties/" + setting.name());
            if (asked.has("$ref")) {
                asked = Contract.DOCUMENT.at(asked.get("$ref").asText().substring(1));
            }
            String text = asked.get("description").asText().replaceAll("\\s+", " ");
            assertTrue(
                    text.startsWith(setting.sentence()), () -> setting.sentence() + " is not where it says: " + text);
            switch (setting) {
                case Option.IntegerOption number -> {
                    assertEquals("integer", asked.get("type").asText());
                    assertEquals(number.min(), asked.get("minimum").asInt());
                    assertEquals(number.max(), asked.get("maximum").asInt());
                }
                case Option.BooleanOption either ->
                    assertEquals("boolean", asked.get("type").asText());
                case Option.ChoiceOption choice -> {
                    List<String> words = new ArrayList<>();
                    asked.get("enum").forEach(word -> words.add(word.asText()));
                    assertEquals(choice.choices(), words);
                }
            }
            assertTrue(
                    Contract.DOCUMENT
                            .at("/components/schemas/Tournament/properties")
                            .has(setting.name()),
                    setting.name());
        }
    }

    /** Visits every object of the document but the examples. */
    private static void walk(String at, JsonNode node, BiConsumer<String, JsonNode> visit) {
        if (node.isObject()) {
            visit.accept(at, node);
            node.forEachEntry((name, value) -> {
                if (!name.equals("examples") && !name.equals("example")) {
                    walk(at + "/" + name, value, visit);
                }
            });
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                walk(at + "/" + i, node.get(i), visit);
            }
        }
    }

    private static Map<String, JsonNode> operations() {
        Map<String, JsonNode> operations = new LinkedHashMap<>();
        Contract.DOCUMENT
                .get("paths")
                .forEachEntry((path, methods) -> methods.forEachEntry((method, operation) ->
                        operations.put(method.toUpperCase(Locale.ROOT) + " " + path, operation)));
        return operations;
    }

    private static JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? Contract.DOCUMENT.at(node.get("$ref").asText().substring(1)) : node;
    }

    private static List<String> texts(String pointer) {
        return Contract.DOCUMENT.at(pointer).valueStream().map(JsonNode::asText).toList();
    }

    private static int number(String pointer) {
        return Contract.DOCUMENT.at(pointer).asInt();
    }

    private static Set<String> values(JsonNode list, String field) {
        return list.valueStream().map(entry -> entry.get(field).asText()).collect(Collectors.toSet());
    }
}
