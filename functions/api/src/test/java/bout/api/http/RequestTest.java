package bout.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.GatewayEvents;
import bout.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestTest {

    private static final String BODY =
            "{\"game\":\"ajax-tiles\",\"players\":[{\"house\":\"expand\"},{\"house\":\"random\"}]}";

    @Test
    void a_posted_body_is_read() {
        Request request = Request.of(GatewayEvents.read("post-match.json"));
        assertEquals("POST", request.method());
        assertEquals("/api/matches", request.path());
        assertEquals("", request.query());
        assertEquals("7c8f0a3e-5a0b-4a63-9d1e-0f3b7d5f2f11", request.header("Idempotency-Key"));
        assertEquals(BODY, new String(request.body(), StandardCharsets.UTF_8));
    }

    @Test
    void a_body_that_was_sent_as_base64_is_the_same_body() {
        Request request = Request.of(GatewayEvents.read("post-match-base64.json"));
        assertEquals(BODY, new String(request.body(), StandardCharsets.UTF_8));
    }

    @Test
    void a_request_without_a_body_has_an_empty_one() {
        Request request = Request.of(GatewayEvents.read("list-matches.json"));
        assertEquals("game=ajax-tiles&status=queued&limit=5", request.query());
        assertEquals(0, request.body().length);
    }

    private static final String[] KNOWN = {"game", "limit"};

    @Test
    void parameters_are_decoded() {
        Query query = Query.read("game=ajax%2Dtiles+1&&limit", KNOWN);
        assertEquals(Map.of("game", "ajax-tiles 1", "limit", ""), query.values());
        assertTrue(query.violations().isEmpty());
    }

    @Test
    void an_empty_query_has_no_parameters() {
        assertTrue(Query.read("", KNOWN).values().isEmpty());
    }

    @Test
    void all_that_is_wrong_is_named() {
        Query query = Query.read("gme=a&limit=%zz&game=a&game=b", KNOWN);
        assertEquals(
                List.of(
                        "/problems/unknown-parameter gme",
                        "/problems/bad-parameter limit",
                        "/problems/unknown-parameter game"),
                query.violations().stream()
                        .map(wrong -> wrong.type().uri() + " " + wrong.place())
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"a":1,"b":[1,2]}    | { "b" : [1.0, 2e0], "a" : 1 }
            {"a":{"b":1,"c":2}}  | {"a":{"c":2,"b":1}}
            "é"                  | "\\u00e9"
            [null,true]          | [ null , true ]
            """)
    void the_same_value_has_the_same_hash_however_it_is_written(String one, String other) throws Exception {
        assertEquals(Field.of(Json.read(one)).hash(), Field.of(Json.read(other)).hash());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"a":1}    | {"a":"1"}
            [1,2]      | [2,1]
            {"a":1}    | {"a":1,"b":null}
            {"a":null} | {"a":false}
            [1]        | [1.5]
            """)
    void another_value_has_another_hash(String one, String other) throws Exception {
        assertNotEquals(
                Field.of(Json.read(one)).hash(), Field.of(Json.read(other)).hash());
    }
}
