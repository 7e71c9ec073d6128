package bout.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueryTest {

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
}
