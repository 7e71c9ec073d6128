package bout.games.ajaxtiles.bots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.Play;
import bout.engine.Options;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.games.ajaxtiles.AjaxTiles;
import bout.games.ajaxtiles.Drawing;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class AjaxTilesBotsTest {

    private static final AjaxTiles GAME = new AjaxTiles();

    @ParameterizedTest
    @Tag("full")
    @CsvSource({
        "warden, random",
        "warden, expand",
        "warden, fearful",
        "warden, contain",
        "expand, random",
        "fearful, random",
        "contain, random"
    })
    void the_stronger_bot_wins_at_least_90_of_100_games_over_both_seats(String stronger, String weaker) {
        assertWinsNineOfTen(50, stronger, weaker);
    }

    @ParameterizedTest
    @ValueSource(strings = {"expand", "fearful", "contain"})
    void every_other_bot_wins_at_least_18_of_20_games_against_random(String bot) {
        assertWinsNineOfTen(10, bot, "random");
    }

    private static void assertWinsNineOfTen(int seeds, String bot, String opponent) {
        IntStream each = IntStream.rangeClosed(1, seeds);
        int wins = Play.wins(GAME, Options.defaults(GAME.card().options()), each, bot, opponent);
        assertTrue(10 * wins >= 9 * 2 * seeds, bot + " wins " + wins + " games against " + opponent);
    }

    @ParameterizedTest
    @CsvSource({"random, r", "expand, b", "fearful, r", "contain, b", "warden, r"})
    void a_bot_passes_if_no_tile_is_empty(String bot, String colour) {
        String full = drawing("rd".repeat(6), 24);
        assertEquals(Map.of("x", -1, "y", -1), answer(bot, colour, full));
    }

    @Test
    void expand_paints_next_to_its_own_tiles() {
        String board = drawing("............", 23) + "/b...........";
        Map<?, ?> answer = answer("expand", "b", board);
        assertTrue(List.of(Map.of("x", 22, "y", 0), Map.of("x", 23, "y", 1)).contains(answer), "" + answer);
    }

    @Test
    void expand_avoids_a_tile_where_it_would_lose_a_battle() {
        String board = drawing("nnnnnnnnnnnn", 22) + "/n..nrrnnnnnn/nb.rrrnnnnnn";
        assertEquals(Map.of("x", 22, "y", 1), answer("expand", "b", board));
    }

    @Test
    void fearful_nukes_a_tile_of_its_border_if_a_battle_would_cost_more() {
        // Red's next click would be at (20, 4), with three single blue tiles around it.
        String board =
                drawing("nnnnnnnnnnnn", 19) + "/nnnnbnnnnnnn/nnnb.bnnnnnn/nnnnrnnnnnnn/nnnnrnnnnnnn/nnnnrnnnnnnn";
        Map<?, ?> answer = answer("fearful", "b", board);
        assertTrue(
                List.of(Map.of("x", 19, "y", 4), Map.of("x", 20, "y", 3), Map.of("x", 20, "y", 5))
                        .contains(answer),
                "" + answer);
    }

    @Test
    void contain_nukes_a_tile_to_cut_off_the_enemy() {
        // Blue is next to the only gap between the enemy's few columns and a wide area in which blue owns a tile.
        String board = drawing("............", 5)
                + "/r.........../............/nnn.bnnnnnnn/"
                + drawing("............", 15)
                + "/b...........";
        assertEquals(Map.of("x", 7, "y", 4), answer("contain", "b", board));
    }

    @Test
    void warden_builds_a_fence_if_the_enemy_has_the_larger_blob() {
        // Nukes in rows 1, 4, 7 and 10 close a column. The one in row 4 is closest to the enemy.
        String board = drawing("............", 3) + "/.....r....../" + drawing("............", 20);
        assertEquals(Map.of("x", 6, "y", 4), answer("warden", "b", board));
    }

    @Test
    void ties_between_tiles_are_broken_with_equal_chances() {
        SeededRandom random = new SeededRandom("7");
        int[] taken = new int[5];
        for (int i = 0; i < 10_000; i++) {
            taken[AjaxTilesBots.best(random, tile -> tile <= 4, tile -> tile < 4 ? 2 : 1)]++;
        }
        assertEquals(0, taken[4]);
        for (int tile = 0; tile < 4; tile++) {
            assertTrue(taken[tile] > 2_300 && taken[tile] < 2_700, "tile " + tile + ": " + taken[tile]);
        }
    }

    /** Repeats a column; "." is an empty tile, and slashes separate columns. */
    private static String drawing(String column, int times) {
        return String.join("/", java.util.Collections.nCopies(times, column));
    }

    private static Map<?, ?> answer(String bot, String colour, String drawing) {
        Object answer = GAME.houseBot(bot).orElseThrow().at(Seat.FIRST, "3").answer(fields(asked(colour, drawing)));
        return (Map<?, ?>) answer;
    }

    private static Object asked(String colour, String drawing) {
        return Map.of("color", colour, "board", AjaxTiles.columns(Drawing.tiles(drawing)));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> fields(Object plain) {
        return (Map<String, Object>) plain;
    }
}
