package bout.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.games.Games;
import bout.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WireFieldsTest {

    static Stream<Game<?>> games() {
        return Games.ALL.stream();
    }

    @Test
    void each_table_of_fields_is_read_and_other_tables_are_not() {
        assertEquals("""
                [{"title":null,"fields":[{"name":"a.b","type":"number","meaning":"One | two."}]},\
                {"title":"A thing","fields":[{"name":"x","type":"0 to n","meaning":"Its place."},\
                {"name":"y","type":"0 to n","meaning":"Its place."}]}]""", Json.text(WireFields.tables("""
                | header | meaning |
                |---|---|
                | `Other` | Not a field. |

                | field | type | meaning |
                |---|---|---|
                | `a.b` | number | One \\| two. |

                A thing:

                | field | type | meaning |
                |---|---|---|
                | `x`, `y` | 0 to *n* | Its place. |
                """)));
    }

    /** So completion and documentation in the editor leave nothing out. */
    @ParameterizedTest
    @MethodSource("games")
    void every_field_of_the_example_is_described(Game<?> game) {
        Map<String, Object> fields = WireFields.of(game);
        Map<?, ?> example = (Map<?, ?>) fields.get("example");
        for (String part : List.of("request", "answer")) {
            TreeSet<String> described = new TreeSet<>(names((List<?>) fields.get(part)));
            Map<?, ?> top = (Map<?, ?>) example.get(part);
            for (Object name : top.keySet()) {
                assertTrue(
                        described.stream().anyMatch(each -> each.equals(name) || each.startsWith(name + ".")),
                        () -> part + " of " + game.card().id() + ": " + name + " is not among " + described);
            }
        }
    }

    private static List<String> names(List<?> tables) {
        return tables.stream()
                .flatMap(table -> ((List<?>) ((Map<?, ?>) table).get("fields")).stream())
                .map(field -> (String) ((Map<?, ?>) field).get("name"))
                .collect(Collectors.toList());
    }
}
