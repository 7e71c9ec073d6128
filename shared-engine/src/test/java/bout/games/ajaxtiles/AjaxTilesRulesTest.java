package bout.games.ajaxtiles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of a click, one table each. Boards are drawn row by row from the top left; all other tiles are empty. */
class AjaxTilesRulesTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            an empty tile takes the colour               | .../.../... | r | 1 | 1 | .../.r./... | paint
            a corner too                                 | .../.../... | b | 0 | 0 | b../.../... | paint
            beside an own tile                           | .r./.../... | r | 1 | 1 | .r./.r./... | paint
            beside a nuked and a contaminated tile       | .d./d.n/... | r | 1 | 1 | .d./drn/... | paint
            an enemy across a corner is no enemy around  | b.b/.../b.b | r | 1 | 1 | b.b/.r./b.b | paint
            """)
    void a_click_on_an_empty_tile_paints_it(
            String what, String before, String colour, int x, int y, String after, String event) {
        check(before, colour, x, y, after, event);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            empty tiles around are contaminated          | .../.r./... | r | 1 | 1 | .d./dnd/.d. | nuke
            own tiles around are contaminated            | .r./rrr/.r. | r | 1 | 1 | .d./dnd/.d. | nuke
            tiles across a corner stay                   | r.r/.r./r.r | r | 1 | 1 | rdr/dnd/rdr | nuke
            nuked tiles around stay nuked                | .n./nr./.d. | r | 1 | 1 | .n./nnd/.d. | nuke
            at a corner                                  | r../.../... | r | 0 | 0 | nd./d../... | nuke
            blue nukes as red does                       | .../.b./... | b | 1 | 1 | .d./dnd/.d. | nuke
            """)
    void a_click_on_an_own_tile_nukes_it_and_contaminates_the_tiles_around_it(
            String what, String before, String colour, int x, int y, String after, String event) {
        check(before, colour, x, y, after, event);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            an enemy tile          | .b. | r | 1  | 0
            an enemy tile          | .r. | b | 1  | 0
            a contaminated tile    | .d. | r | 1  | 0
            a nuked tile           | .n. | r | 1  | 0
            left of the board      | r.. | r | -1 | 0
            right of the board     | r.. | r | 24 | 0
            above the board        | r.. | r | 0  | -1
            below the board        | r.. | r | 0  | 12
            far off                | r.. | r | 2147483647 | -2147483648
            """)
    void a_click_on_any_other_tile_or_off_the_board_is_a_pass(String what, String before, String colour, int x, int y) {
        check(before, colour, x, y, before, "pass");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            two win against one                                 | r.b       | r | 1 | 0 | rr.       | won
            one loses against two                               | .bb       | r | 0 | 0 | .bb       | lost
            alone against alone is a tie                        | .b        | r | 0 | 0 | .b        | lost
            a tie removes only the new tile                     | r.bb      | r | 1 | 0 | r.bb      | lost
            only the tile around the new one goes, not its blob | rrr.bbb   | r | 3 | 0 | rrrr.bb   | won
            the new tile joins two own blobs                    | rr.rr/..b/..b/..b/..b | r | 2 | 0 | rrrrr/.../..b/..b/..b | won
            a blob round a corner counts                        | r../r../r.b/rr./..b   | b | 2 | 3 | r../r../r.b/rr./..b   | lost
            a friend across a corner does not count             | r../.bb   | r | 0 | 1 | r../.bb   | lost
            blue attacks as red does                            | b.r       | b | 1 | 0 | bb.       | won
            """)
    void a_new_tile_next_to_an_enemy_fights_with_the_size_of_its_blob(
            String what, String before, String colour, int x, int y, String after, String event) {
        check(before, colour, x, y, after, event);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            it wins against each, so all around go       | ..b./rr.b/..b. | r | 2 | 1 | ..../rrr./.... | won
            it ties with one, so all stay                | ..b./r.bb/.... | r | 1 | 1 | ..b./r.bb/.... | lost
            it loses to one, so even the weak one stays  | .b../r.bb/..bb | r | 1 | 1 | .b../r.bb/..bb | lost
            their sizes are not added up                 | .b../rr.b/..b. | r | 2 | 1 | .b../rrr./.... | won
            one blob that is around twice counts once    | rrr.b/rrrbb    | r | 3 | 0 | rrrr./rrr.b    | won
            """)
    void a_new_tile_must_be_stronger_than_every_enemy_tile_around_it(
            String what, String before, String colour, int x, int y, String after, String event) {
        check(before, colour, x, y, after, event);
    }

    @Test
    void the_tiles_around_a_tile_share_an_edge_with_it() {
        assertEquals(2, Board.around(Board.index(0, 0)).length);
        assertEquals(2, Board.around(Board.index(23, 11)).length);
        assertEquals(3, Board.around(Board.index(0, 5)).length);
        assertEquals(3, Board.around(Board.index(7, 11)).length);
        assertEquals(4, Board.around(Board.index(7, 5)).length);
    }

    private static void check(String before, String colour, int x, int y, String after, String event) {
        Board board = new Board(Drawing.corner(before));
        Event happened =
                AjaxTilesPosition.click(board, new Click(x, y).tile(), colour.equals("r") ? Board.RED : Board.BLUE);
        assertEquals(Drawing.text(Drawing.corner(after)), Drawing.text(board.tiles));
        assertEquals(event, happened.word());
    }
}
