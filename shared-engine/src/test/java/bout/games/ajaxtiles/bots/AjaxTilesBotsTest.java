package bout.games.ajaxtiles.bots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.Play;
import bout.TestJson;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.engine.UnexpectedValue;
import bout.games.ajaxtiles.AjaxTiles;
import bout.games.ajaxtiles.AjaxTilesPosition;
import bout.games.ajaxtiles.Click;
import bout.games.ajaxtiles.Drawing;
import bout.games.ajaxtiles.Event;
import java.util.ArrayList;
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

    @Test
    void there_are_five_house_bots_and_warden_is_last() {
        assertEquals(
                List.of("random", "expand", "fearful", "contain", "warden"),
                GAME.houseBots().stream().map(HouseBot::name).toList());
    }

    @ParameterizedTest
    @Tag("full")
    @ValueSource(strings = {"random", "expand", "fearful", "contain"})
    void warden_wins_at_least_90_of_100_games_over_both_seats(String opponent) {
        int wins = wins("warden", opponent);
        assertTrue(wins >= 90, "warden wins " + wins + " of 100 games against " + opponent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"expand", "fearful", "contain"})
    void every_other_bot_wins_at_least_90_of_100_games_against_random(String bot) {
        int wins = wins(bot, "random");
        assertTrue(wins >= 90, bot + " wins " + wins + " of 100 games against random");
    }

    private static int wins(String bot, String opponent) {
        return Play.wins(GAME, Options.defaults(GAME.card().options()), IntStream.rangeClosed(1, 50), bot, opponent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "expand", "fearful", "contain", "warden"})
    void the_same_seed_gives_the_same_game_and_another_seed_another(String bot) {
        String hash = Play.match(GAME, "seed", bot, "expand").hash();
        assertEquals(hash, Play.match(GAME, "seed", bot, "expand").hash());
        assertNotEquals(hash, Play.match(GAME, "another", bot, "expand").hash());
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "expand", "fearful", "contain", "warden"})
    void only_random_makes_clicks_that_lose_a_battle_and_no_bot_forfeits(String bot) {
        for (int seed = 1; seed <= 5; seed++) {
            Match<Click> match = Play.match(GAME, "b" + seed, bot, bot);
            assertNotEquals("forfeit", match.result().reason());
            if (!bot.equals("random")) {
                assertEquals(List.of(), lostBattles(match));
            }
        }
    }

    private static List<Integer> lostBattles(Match<Click> played) {
        Match<Click> match = Match.draw(GAME, played.seed(), played.options());
        List<Integer> lost = new ArrayList<>();
        played.calls().forEach(call -> {
            Click click = GAME.restore(bout.engine.Plain.of(call.move()));
            match.play(bout.engine.Turn.of(call.seat(), bout.engine.Action.moved(click)));
            if (((AjaxTilesPosition) match.position()).lastEvent() == Event.LOST) {
                lost.add(call.turn());
            }
        });
        return lost;
    }

    @ParameterizedTest
    @CsvSource({"random, r", "expand, b", "fearful, r", "contain, b", "warden, r"})
    void a_bot_passes_if_no_tile_is_empty(String bot, String colour) {
        String full = drawing("rd".repeat(6), 24);
        assertEquals(Map.of("x", -1, "y", -1), answer(bot, colour, full));
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "expand", "fearful", "contain", "warden"})
    void a_bot_finds_the_only_empty_tile(String bot) {
        String board = drawing("nnnnnnnnnnnn", 23) + "/nnnnnnn.nnnn";
        assertEquals(Map.of("x", 23, "y", 7), answer(bot, "b", board));
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {'color':'r'}                | /board: expected a list, found nothing
                    {'color':'r','board':[[]]}   | /board: expected a list of 24, found a list of 1
                    """)
    void a_bot_rejects_a_malformed_request(String fields, String message) {
        HouseBot.Bot bot = GAME.houseBot("random").orElseThrow().at(Seat.FIRST, "1");
        UnexpectedValue unexpected =
                assertThrows(UnexpectedValue.class, () -> bot.answer(fields(TestJson.read(fields))));
        assertEquals(message, unexpected.getMessage());
    }

    @Test
    void a_bot_rejects_an_unknown_colour() {
        Map<String, Object> fields = fields(asked("green", drawing("............", 24)));
        HouseBot.Bot bot = GAME.houseBot("random").orElseThrow().at(Seat.FIRST, "1");
        UnexpectedValue unexpected = assertThrows(UnexpectedValue.class, () -> bot.answer(fields));
        assertEquals("/color: expected one of r, b, found the string \"green\"", unexpected.getMessage());
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
