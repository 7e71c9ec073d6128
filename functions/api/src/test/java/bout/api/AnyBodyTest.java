package bout.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.api.http.Caller;
import bout.api.http.Field;
import bout.api.http.Refusal;
import bout.api.http.Request;
import bout.api.http.Response;
import bout.store.bot.BotRecord;
import bout.wire.Json;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;

class AnyBodyTest {

    private static final Caller ANYONE = Caller.anonymous("127.0.0.1");
    private static final Function<String, Optional<BotRecord>> NO_BOTS = id -> Optional.empty();

    private static final Map<String, String> HEADERS = Map.of("content-type", "application/json");

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void any_body_is_accepted_as_the_document_allows_or_refused_with_a_problem(@ForAll("bodies") Object body)
            throws Json.NotJson {
        String text = Json.text(body);
        Request request = Contract.request("POST", "/api/matches", "", HEADERS, text);
        try {
            MatchRequest.read(Field.of(Json.read(text)), TestUrls.LOOPBACK, ANYONE, NO_BOTS);
            Contract.checkTaken(request);
            Statistics.collect("accepted");
        } catch (Refusal refused) {
            Contract.check(request, refused.response());
            Statistics.collect("refused");
        }
        Statistics.coverage(both -> {
            both.check("accepted").count(times -> times > 0);
            both.check("refused").count(times -> times > 0);
        });
    }

    @Example
    void a_body_full_of_mistakes_gets_an_answer_of_bounded_size() {
        Map<String, Object> body = new HashMap<>();
        for (int i = 0; i < 5000; i++) {
            body.put("field " + i, i);
        }
        Refusal refused =
                assertThrows(Refusal.class, () -> MatchRequest.read(Field.of(body), TestUrls.PUBLIC, ANYONE, NO_BOTS));
        assertTrue(refused.getMessage().startsWith("5002 errors, the first 10: "), refused.getMessage());
        assertEquals(100, refused.problem().errors().size());
        Response response = refused.response();
        assertTrue(response.body().length < 64 << 10, "bytes: " + response.body().length);
        Contract.check(Contract.request("POST", "/api/matches", "", HEADERS, "{}"), response);
    }

    /** Objects that have something of a request for a match, with a stranger value here and there. */
    @Provide
    Arbitrary<Object> bodies() {
        var name = field("name", List.of("Gary", " G ", "\ud83c\udca1"), "", "a\nb", "\u202e", "x".repeat(41));
        var url = field("url", List.of("http://127.0.0.1:8000/", "https://a.example.org/b?c"), "ftp://x", "");
        var house = field("house", List.of("random", "expand", "fearful"), "nobody");
        Arbitrary<Object> player = Arbitraries.frequencyOf(
                Tuple.of(9, object(url, name)), Tuple.of(9, object(house, name)), Tuple.of(1, object(url, house)));
        Arbitrary<Object> players = Arbitraries.frequencyOf(
                Tuple.of(19, player.list().ofSize(2).map(list -> (Object) list)),
                Tuple.of(1, player.list().ofMaxSize(3).map(list -> (Object) list)));
        Arbitrary<Object> options =
                object(field("nukes", List.of(0, 40, 4), 41, "6"), field("maxTurns", List.of(1, 10_000), 0));
        return mostly(object(
                field("game", List.of("ajax-tiles"), "chess"),
                Map.entry("players", mostly(players)),
                field("seed", List.of("1", "seven of nine", "x".repeat(64)), "", "x".repeat(65), "\u0000"),
                Map.entry("options", mostly(options)),
                field("timeLimit", List.of(10, 1000, 60_000), 9, 1.5)));
    }

    private static Map.Entry<String, Arbitrary<Object>> field(String name, List<Object> right, Object... wrong) {
        return Map.entry(
                name,
                mostly(Arbitraries.frequencyOf(
                        Tuple.of(19, Arbitraries.of(right)), Tuple.of(1, Arbitraries.of(wrong)))));
    }

    @SafeVarargs
    private static Arbitrary<Object> object(Map.Entry<String, Arbitrary<Object>>... fields) {
        Arbitrary<Map<String, Object>> object = Arbitraries.just(new LinkedHashMap<>());
        for (Map.Entry<String, Arbitrary<Object>> field : fields) {
            object = Combinators.combine(object, field.getValue().optional(0.95))
                    .as((soFar, value) -> {
                        Map<String, Object> more = new LinkedHashMap<>(soFar);
                        value.ifPresent(there -> more.put(field.getKey(), there));
                        return more;
                    });
        }
        return object.map(map -> (Object) map);
    }

    private static Arbitrary<Object> mostly(Arbitrary<Object> usual) {
        Arbitrary<Object> stranger = Arbitraries.of(
                0, -7, 1e300, true, "", "\ud83c", List.of(), List.of(1, 2), Map.of(), Map.of("a/b~", ""));
        return Arbitraries.frequencyOf(Tuple.of(49, usual), Tuple.of(1, stranger.injectNull(0.1)));
    }
}
