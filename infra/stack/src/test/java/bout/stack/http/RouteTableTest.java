package bout.stack.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.cloud.template.Application.Route;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteTableTest {

    private static final RouteTable<String> ROUTES = new RouteTable<>(Stream.of(
                    "ANY /api/{proxy+}",
                    "GET /api/games/{game}",
                    "GET /api/games",
                    "ANY /api/games",
                    "GET /api/games/new",
                    "POST /api/seats/{game}/{bot}",
                    "GET /api/games/{game}/{rest+}")
            .map(key -> key.split(" "))
            .collect(Collectors.toMap(key -> new Route(key[0], key[1]), key -> key[1])));

    @ParameterizedTest
    @CsvSource(textBlock = """
                    GET,    /api/games,              GET /api/games
                    POST,   /api/games,              ANY /api/games
                    GET,    /api/games/ajax-tiles,   GET /api/games/{game}
                    GET,    /api/games/new,          GET /api/games/new
                    DELETE, /api/games/new,          ANY /api/{proxy+}
                    GET,    /api/games/,             ANY /api/{proxy+}
                    GET,    /api/games/x/y/z,        GET /api/games/{game}/{rest+}
                    POST,   /api/seats/a/b,          POST /api/seats/{game}/{bot}
                    POST,   /api/seats/a/b/c,        ANY /api/{proxy+}
                    HEAD,   /api/games/ajax-tiles,   ANY /api/{proxy+}
                    GET,    /api/,                   none
                    GET,    /api,                    none
                    GET,    /other,                  none
                    """)
    void the_most_specific_route_wins(String method, String path, String expected) {
        assertEquals(
                expected,
                ROUTES.find(method, path).map(match -> match.route().key()).orElse("none"));
    }

    @Test
    void path_parameters_are_decoded_and_a_greedy_one_keeps_its_slashes() {
        assertEquals(
                Map.of("game", "a b", "bot", "c+d/e"),
                ROUTES.find("POST", "/api/seats/a%20b/c+d%2Fe").orElseThrow().pathParameters());
        assertEquals(
                Map.of("game", "x", "rest", "y/z"),
                ROUTES.find("GET", "/api/games/x/y/z").orElseThrow().pathParameters());
    }
}
