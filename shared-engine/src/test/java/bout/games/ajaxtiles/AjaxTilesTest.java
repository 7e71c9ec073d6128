package bout.games.ajaxtiles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.TestJson;
import bout.engine.Action;
import bout.engine.Failure;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.engine.StateHash;
import bout.engine.Turn;
import bout.engine.UnexpectedValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AjaxTilesTest {

    private static final AjaxTiles GAME = new AjaxTiles();

    // Set-up

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 6, 40})
    void the_option_sets_the_number_of_nuked_tiles_and_the_tiles_around_them_are_contaminated(int nukes) {
        for (int seed = 0; seed < 50; seed++) {
            byte[] tiles = AjaxTiles.readColumns(
                    Plain.of(GAME.setUp(new SeededRandom("" + seed), options("nukes", nukes), 2)));
            int nuked = 0;
            for (int tile = 0; tile < Board.TILES; tile++) {
                boolean besideNuke = false;
                for (int neighbour : Board.around(tile)) {
                    besideNuke |= tiles[neighbour] == Board.NUKED;
                }
                nuked += tiles[tile] == Board.NUKED ? 1 : 0;
                if (tiles[tile] != Board.NUKED) {
                    assertEquals(besideNuke ? Board.CONTAMINATED : Board.EMPTY, tiles[tile]);
                }
            }
            assertEquals(nukes, nuked);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            7        | The document: expected a list, found the number 7
            []       | The document: expected a list of 24, found a list of 0
            """)
    void a_malformed_set_up_is_rejected(String json, String message) {
        assertEquals(message, refusal(TestJson.read(json)));
    }

    @Test
    void in_a_set_up_all_tiles_are_known_and_nobody_owns_one() {
        List<List<Object>> columns = AjaxTiles.columns(Drawing.corner(".../..b"));
        assertEquals(
                "/2/1: expected \"\", d or n, because no tile has an owner at the start, found the string \"b\"",
                refusal(columns));
        columns.get(3).set(4, "x");
        assertEquals("/3/4: expected \"\", r, b, d or n, found the string \"x\"", refusal(columns));
    }

    private static String refusal(Object setUp) {
        Options options = Options.defaults(GAME.card().options());
        return assertThrows(UnexpectedValue.class, () -> GAME.start(Plain.of(setUp), options))
                .getMessage();
    }

    // Turns

    @Test
    void a_bot_is_sent_its_colour_and_the_board() {
        Match<Click> match = match(new Board().tiles, Map.of());
        click(match, 3, 0);
        Map<String, Object> request = match.request(Seat.SECOND);
        assertEquals(List.of("color", "board"), List.copyOf(request.keySet()));
        assertEquals("b", request.get("color"));
        Plain board = Plain.of(request.get("board"));
        assertEquals("r", board.size(24).at(3).size(12).at(0).text());
        assertEquals("", board.at(0).at(3).text());
        assertEquals("r", match.request(Seat.FIRST).get("color"));
    }

    // Answers

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'x':3,'y':0}                   | 3  | 0
            {'y':0,'x':3}                   | 3  | 0
            {'x':3.0,'y':0.0}               | 3  | 0
            {'x':3e0,'y':-0.0}              | 3  | 0
            {'x':23,'y':11,'why':['fun']}   | 23 | 11
            {'x':-1,'y':12}                 | -1 | 12
            {'x':2147483647,'y':-2147483648}| 2147483647 | -2147483648
            """)
    void an_object_with_two_integers_is_a_click(String json, int x, int y) {
        assertEquals(new Click(x, y), AjaxTiles.readAnswer(TestJson.read(json)).move());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'x':99999999999,'y':0}",
                "{'x':0,'y':-99999999999}",
                "{'x':1e30,'y':3}",
                "{'x':4294967296,'y':0}",
                "{'x':4294967299,'y':4294967296}",
                "{'x':123456789012345678901234567890,'y':1}",
                "{'x':1,'y':-1e999}"
            })
    void integers_out_of_range_are_off_the_board_and_a_pass(String json) {
        Match<Click> match = match(new Board().tiles, Map.of());
        match.play(Turn.of(Seat.FIRST, match.read(Seat.FIRST, TestJson.read(json))));
        assertEquals(Event.PASS, ((AjaxTilesPosition) match.position()).lastEvent);
        assertFalse(match.over());
        Click stored = GAME.restore(
                Plain.of(TestJson.throughJson(match.calls().getFirst().move())));
        assertEquals(-1, stored.tile());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            null                | nothing
            [3,0]               | a list of 2
            '3,0'               | the string "3,0"
            3                   | the number 3
            true                | true
            {}                  | an object without x
            {'x':3}             | an object without y
            {'X':3,'Y':0}       | an object without x
            {'x':'3','y':0}     | an object whose x is the string "3"
            {'x':3,'y':null}    | an object whose y is nothing
            {'x':3.5,'y':0}     | an object whose x is a number that is not a whole one or is too large
            {'x':3,'y':true}    | an object whose y is true
            {'x':[3],'y':0}     | an object whose x is a list of 1
            """)
    void any_other_answer_is_a_failure_that_describes_it(String json, String came) {
        Failure failure = AjaxTiles.readAnswer(TestJson.read(json)).failure();
        assertEquals(Failure.Kind.NOT_EXPECTED, failure.kind());
        assertEquals(
                "Expected an object with two integers x and y, such as {\"x\":3,\"y\":0}; got " + came + ".",
                failure.text());
    }

    // End

    @Test
    void the_match_ends_when_no_tile_is_empty() {
        Match<Click> match = match(allBut(2), Map.of());
        click(match, 0, 0);
        assertNull(match.result());
        click(match, 23, 11);
        assertEquals(Result.of(null, 1, 1, "full"), match.result());
        assertTrue(match.over());
    }

    @Test
    void the_match_continues_if_a_lost_battle_leaves_a_tile_empty() {
        byte[] tiles = allBut(2);
        tiles[Board.index(23, 11)] = Board.CONTAMINATED;
        tiles[Board.index(0, 1)] = Board.EMPTY;
        Match<Click> match = match(tiles, Map.of());
        click(match, 0, 0);
        click(match, 0, 1);
        assertEquals(Event.LOST, ((AjaxTilesPosition) match.position()).lastEvent);
        assertNull(match.result());
        click(match, 0, 1);
        assertEquals(Result.of(Seat.FIRST, 2, 0, "full"), match.result());
    }

    @Test
    void the_match_ends_after_max_turns_clicks_of_both_players() {
        Match<Click> match = match(new Board().tiles, Map.of("maxTurns", 3));
        click(match, 0, 0);
        click(match, -1, -1);
        assertNull(match.result());
        click(match, 5, 5);
        assertEquals(Result.of(Seat.FIRST, 2, 0, "turns"), match.result());
    }

    @Test
    void a_full_board_after_the_last_turn_ends_the_match_as_full() {
        Match<Click> match = match(allBut(1), Map.of("maxTurns", 1));
        click(match, 0, 0);
        assertEquals("full", match.result().reason());
    }

    @Test
    void two_players_who_pass_end_in_a_draw() {
        Match<Click> match = match(new Board().tiles, Map.of("maxTurns", 10_000));
        while (!match.over()) {
            click(match, -1, 0);
        }
        assertEquals(10_000, match.turn());
        assertEquals(Result.of(null, 0, 0, "turns"), match.result());
    }

    @ParameterizedTest
    @EnumSource(Failure.Kind.class)
    void a_player_that_gives_no_move_loses_at_once_whatever_the_score(Failure.Kind kind) {
        Match<Click> match = match(new Board().tiles, Map.of());
        click(match, 0, 0);
        click(match, -1, 0);
        match.play(Turn.of(Seat.FIRST, Action.failed(new Failure(kind, "No move."))));
        assertEquals(Result.of(Seat.SECOND, 1, 0, "forfeit"), match.result());
        assertTrue(match.over());
    }

    // Pictures, hashes, stored moves

    @Test
    void a_picture_shows_the_board_the_scores_and_what_the_last_click_did() {
        Match<Click> match = match(new Board().tiles, Map.of());
        Map<?, ?> first = (Map<?, ?>) match.picture();
        assertNull(first.get("event"));
        assertNull(first.get("tile"));
        assertEquals(0, first.get("turn"));
        click(match, 2, 3);
        Map<?, ?> second = (Map<?, ?>) match.picture();
        assertEquals(List.of("turn", "board", "scores", "event", "tile"), List.copyOf(second.keySet()));
        assertEquals("paint", second.get("event"));
        assertEquals(List.of(2, 3), second.get("tile"));
        assertEquals(List.of(1, 0), second.get("scores"));
        assertEquals("r", Plain.of(second.get("board")).at(2).at(3).text());
        assertEquals("", Plain.of(first.get("board")).at(2).at(3).text(), "later turns do not change a picture");
    }

    @Test
    void blue_can_also_forfeit_and_then_the_picture_shows_no_click() {
        Match<Click> match = match(new Board().tiles, Map.of());
        click(match, 2, 3);
        match.play(Turn.of(Seat.SECOND, match.read(Seat.SECOND, "garbage")));
        assertEquals(Result.of(Seat.FIRST, 1, 0, "forfeit"), match.result());
        Map<?, ?> picture = (Map<?, ?>) match.picture();
        assertNull(picture.get("event"));
        assertNull(picture.get("tile"));
    }

    @Test
    void states_that_differ_in_one_tile_have_different_hashes() {
        Match<Click> match = match(new Board().tiles, Map.of());
        List<String> hashes = new ArrayList<>();
        for (int tile = 0; tile < Board.TILES; tile++) {
            ((AjaxTilesPosition) match.position()).board.tiles[tile] = Board.RED;
            StateHash hash = new StateHash();
            ((AjaxTilesPosition) match.position()).hash(hash);
            assertFalse(hashes.contains(hash.hex()));
            hashes.add(hash.hex());
            ((AjaxTilesPosition) match.position()).board.tiles[tile] = Board.EMPTY;
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [1]            | The document: expected a list of 2, found a list of 1
            [1,2,3]        | The document: expected a list of 2, found a list of 3
            {'x':1,'y':2}  | The document: expected a list, found an object with x (the number 1), y (the number 2)
            [1,'2']        | /1: expected a whole number from -2147483648 to 2147483647, found the string "2"
            """)
    void an_invalid_stored_move_is_rejected(String json, String message) {
        UnexpectedValue unexpected =
                assertThrows(UnexpectedValue.class, () -> GAME.restore(Plain.of(TestJson.read(json))));
        assertEquals(message, unexpected.getMessage());
    }

    private static Options options(String name, int value) {
        return options(Map.of(name, value));
    }

    private static Options options(Map<String, Object> given) {
        return assertInstanceOf(Options.Valid.class, Options.read(GAME.card().options(), new LinkedHashMap<>(given)))
                .options();
    }

    private static Match<Click> match(byte[] tiles, Map<String, Object> options) {
        return Match.of(GAME, "", options(options), Plain.of(AjaxTiles.columns(tiles)));
    }

    /** A board with at most two empty tiles: (0, 0) and (23, 11). */
    private static byte[] allBut(int empty) {
        byte[] tiles = new Board().tiles;
        Arrays.fill(tiles, Board.CONTAMINATED);
        tiles[Board.index(0, 0)] = Board.EMPTY;
        if (empty == 2) {
            tiles[Board.index(23, 11)] = Board.EMPTY;
        }
        return tiles;
    }

    private static void click(Match<Click> match, int x, int y) {
        Seat seat = match.mover();
        match.play(Turn.of(seat, Action.moved(new Click(x, y))));
    }

    /** Boards are drawn from the top left; all other tiles are empty. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            # a click on an empty tile paints it
            an empty tile takes the colour               | .../.../... | r | 1 | 1 | .../.r./... | paint
            a corner too                                 | .../.../... | b | 0 | 0 | b../.../... | paint
            beside an own tile                           | .r./.../... | r | 1 | 1 | .r./.r./... | paint
            beside a nuked and a contaminated tile       | .d./d.n/... | r | 1 | 1 | .d./drn/... | paint
            an enemy across a corner is no enemy around  | b.b/.../b.b | r | 1 | 1 | b.b/.r./b.b | paint
            # a click on an own tile nukes it and contaminates the tiles around it
            empty tiles around are contaminated          | .../.r./... | r | 1 | 1 | .d./dnd/.d. | nuke
            own tiles around are contaminated            | .r./rrr/.r. | r | 1 | 1 | .d./dnd/.d. | nuke
            tiles across a corner stay                   | r.r/.r./r.r | r | 1 | 1 | rdr/dnd/rdr | nuke
            nuked tiles around stay nuked                | .n./nr./.d. | r | 1 | 1 | .n./nnd/.d. | nuke
            at a corner                                  | r../.../... | r | 0 | 0 | nd./d../... | nuke
            blue nukes as red does                       | .../.b./... | b | 1 | 1 | .d./dnd/.d. | nuke
            # a click on any other tile or off the board is a pass
            an enemy tile | .b. | r | 1 | 0 | .b. | pass
            an enemy tile | .r. | b | 1 | 0 | .r. | pass
            a contaminated tile | .d. | r | 1 | 0 | .d. | pass
            a nuked tile | .n. | r | 1 | 0 | .n. | pass
            left of the board | r.. | r | -1 | 0 | r.. | pass
            right of the board | r.. | r | 24 | 0 | r.. | pass
            above the board | r.. | r | 0 | -1 | r.. | pass
            below the board | r.. | r | 0 | 12 | r.. | pass
            far off | r.. | r | 2147483647 | -2147483648 | r.. | pass
            # a new tile next to an enemy fights with the size of its blob
            two win against one                                 | r.b       | r | 1 | 0 | rr.       | won
            one loses against two                               | .bb       | r | 0 | 0 | .bb       | lost
            alone against alone is a tie                        | .b        | r | 0 | 0 | .b        | lost
            a tie removes only the new tile                     | r.bb      | r | 1 | 0 | r.bb      | lost
            only the tile around the new one goes, not its blob | rrr.bbb   | r | 3 | 0 | rrrr.bb   | won
            the new tile joins two own blobs                    | rr.rr/..b/..b/..b/..b | r | 2 | 0 | rrrrr/.../..b/..b/..b | won
            a blob round a corner counts                        | r../r../r.b/rr./..b   | b | 2 | 3 | r../r../r.b/rr./..b   | lost
            a friend across a corner does not count             | r../.bb   | r | 0 | 1 | r../.bb   | lost
            blue attacks as red does                            | b.r       | b | 1 | 0 | bb.       | won
            # a new tile must be stronger than every enemy tile around it
            it wins against each, so all around go       | ..b./rr.b/..b. | r | 2 | 1 | ..../rrr./.... | won
            it ties with one, so all stay                | ..b./r.bb/.... | r | 1 | 1 | ..b./r.bb/.... | lost
            it loses to one, so even the weak one stays  | .b../r.bb/..bb | r | 1 | 1 | .b../r.bb/..bb | lost
            their sizes are not added up                 | .b../rr.b/..b. | r | 2 | 1 | .b../rrr./.... | won
            one blob that is around twice counts once    | rrr.b/rrrbb    | r | 3 | 0 | rrrr./rrr.b    | won
            """)
    void a_click(String what, String before, String colour, int x, int y, String after, String event) {
        Board board = new Board(Drawing.corner(before));
        Event happened =
                AjaxTilesPosition.click(board, new Click(x, y).tile(), colour.equals("r") ? Board.RED : Board.BLUE);
        assertEquals(Drawing.text(Drawing.corner(after)), Drawing.text(board.tiles));
        assertEquals(event, happened.word());
    }

    @Test
    void the_tiles_around_a_tile_share_an_edge_with_it() {
        assertEquals(2, Board.around(Board.index(0, 0)).length);
        assertEquals(2, Board.around(Board.index(23, 11)).length);
        assertEquals(3, Board.around(Board.index(0, 5)).length);
        assertEquals(3, Board.around(Board.index(7, 11)).length);
        assertEquals(4, Board.around(Board.index(7, 5)).length);
    }
}
