package bout.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Game;
import bout.games.Games;
import bout.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
        WireFields fields = WireFields.of(game);
        assertDescribed(fields.example().request(), fields.request());
        assertDescribed((Map<?, ?>) fields.example().answer(), fields.answer());
    }

    private static void assertDescribed(Map<?, ?> example, List<WireFields.Table> tables) {
        Set<String> described = tables.stream()
                .flatMap(table -> table.fields().stream())
                .map(WireFields.Field::name)
                .collect(Collectors.toCollection(TreeSet::new));
        for (Object name : example.keySet()) {
            assertTrue(
                    described.stream().anyMatch(each -> each.equals(name) || each.startsWith(name + ".")),
                    () -> name + " is not among " + described);
        }
    }
}
