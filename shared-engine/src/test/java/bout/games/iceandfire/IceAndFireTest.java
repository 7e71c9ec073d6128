package bout.games.iceandfire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
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
import bout.engine.StateHash;
import bout.engine.Turn;
import bout.engine.UnexpectedValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A Code of Ice and Fire except for its rules: set-ups, requests, answers, pictures and hashes. */
class IceAndFireTest {

    private static final IceAndFire GAME = new IceAndFire();

    @ParameterizedTest
    @CsvSource({"TIME_OUT, timeout", "REFUSED, command", "NOT_EXPECTED, command"})
    void a_player_that_gives_no_line_is_out(Failure.Kind kind, String reason) {
        Match<String> match = Match.draw(GAME, "1", Options.defaults(List.of()));
        match.play(Turn.of(Seat.FIRST, Action.failed(new Failure(kind, "No line."))));
        assertEquals(Result.byScore(-1, 20, reason), match.result());
        assertEquals(Seat.SECOND, match.result().winner());
    }

    // What bots are sent and answer

    @Test
    void a_request_shows_the_map_from_the_bots_point_of_view() {
        Match<String> match = Match.draw(GAME, "0", Options.defaults(List.of()));
        match.play(Turn.of(Seat.FIRST, match.read(Seat.FIRST, Map.of("commands", "TRAIN 1 1 0"))));
        Plain sent = Plain.of(match.request(Seat.SECOND));
        assertEquals("XX.....#####", sent.get("rows").at(0).text());
        assertEquals(22, sent.get("gold").integer(0, 99));
        assertEquals(11, sent.get("opponentGold").integer(0, 99));
        assertEquals(
                TestJson.read("[{'owner':1,'id':1,'level':1,'x':1,'y':0}]"),
                sent.get("units").value());
        assertEquals(
                TestJson.read("[{'owner':0,'type':'HQ','x':11,'y':11},{'owner':1,'type':'HQ','x':0,'y':0}]"),
                sent.get("buildings").value());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {}                | an empty object
                    {'commands':7}    | an object with commands (the number 7)
                    {'commands':null} | an object with commands (nothing)
                    'WAIT'            | the string "WAIT"
                    null              | nothing
                    """)
    void an_answer_without_commands_is_a_failure_that_describes_it(String json, String came) {
        Match<String> match = Match.draw(GAME, "0", Options.defaults(List.of()));
        Failure failure = match.read(Seat.FIRST, TestJson.read(json)).failure();
        assertEquals(Failure.Kind.NOT_EXPECTED, failure.kind());
        assertTrue(failure.text().endsWith("; got " + came + "."), failure.text());
        assertFalse(match.over());
    }

    @Test
    void everything_after_the_first_line_break_is_ignored_and_not_stored() {
        Match<String> match = Match.draw(GAME, "0", Options.defaults(List.of()));
        Action<String> read = match.read(Seat.FIRST, Map.of("commands", "TRAIN 1 1 0\nnonsense".repeat(1000)));
        assertEquals(Action.moved("TRAIN 1 1 0"), read);
    }

    @Test
    void a_line_of_3000_characters_is_read_and_a_longer_one_is_a_failure() {
        Match<String> match = Match.draw(GAME, "0", Options.defaults(List.of()));
        String longest = "MSG " + "x".repeat(2996);
        assertEquals(Action.moved(longest), match.read(Seat.FIRST, Map.of("commands", longest + "\nx")));
        Failure failure =
                match.read(Seat.FIRST, Map.of("commands", longest + "x")).failure();
        assertEquals(
                "Expected one line of at most 3000 characters; got commands with 3001 characters.", failure.text());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {}                                  | /rows: expected a list, found nothing
                    {'rows':[],'mineSpots':[]}          | /rows: expected a list of 12, found a list of 0
                    {'rows':['','','','','','','','','','','',''],'mineSpots':[]} | /rows/0: expected a row of 12 cells, found the string ""
                    {'map':1}                           | The document: expected no field other than [rows, mineSpots], found the string "map"
                    """)
    void a_malformed_set_up_is_rejected_with_the_position_of_the_error(String json, String message) {
        assertEquals(message, refusal(TestJson.read(json)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    0  | 3  | O | /rows/0: expected only # and ., found the string "...O........"
                    0  | 0  | # | /rows: expected land where the players start, found a list of 12
                    11 | 11 | # | /rows: expected land where the players start, found a list of 12
                    10 | 11 | # | /rows: expected land where the players start, found a list of 12
                    """)
    void a_map_has_only_land_and_void_and_the_start_cells_are_land(int y, int x, String letter, String message) {
        List<String> rows = new ArrayList<>(Collections.nCopies(12, "............"));
        rows.set(y, new StringBuilder(rows.get(y)).replace(x, x + 1, letter).toString());
        assertEquals(message, refusal(Map.of("rows", rows, "mineSpots", List.of())));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    [0,12]  | /mineSpots/0/1: expected a whole number from 0 to 11, found the number 12
                    [-1,0]  | /mineSpots/0/0: expected a whole number from 0 to 11, found the number -1
                    [1]     | /mineSpots/0: expected a list of 2, found a list of 1
                    """)
    void mine_spots_must_be_on_the_map(String spot, String message) {
        assertEquals(
                message,
                refusal(Map.of(
                        "rows", Collections.nCopies(12, "............"), "mineSpots", List.of(TestJson.read(spot)))));
    }

    private static String refusal(Object setUp) {
        return assertThrows(UnexpectedValue.class, () -> GAME.start(Plain.of(setUp), Options.defaults(List.of())))
                .getMessage();
    }

    // Pictures, hashes and stored moves

    @Test
    void a_picture_shows_the_map_from_player_0s_point_of_view_and_all_outcomes() {
        IceAndFirePosition state = Drawing.row("OH O1 o- xT X2 XM");
        state.play(Command.readLine("WAIT;TRAIN 1 9 9"));
        Map<?, ?> picture = (Map<?, ?>) state.picture();
        assertEquals(
                List.of("round", "player", "mineSpots", "rows", "gold", "income", "buildings", "units", "outcomes"),
                List.copyOf(picture.keySet()));
        assertEquals(1, picture.get("round"));
        assertEquals(2, picture.get("player"), "seat 2 is to move");
        assertEquals(TestJson.read("[[1,0],[10,11]]"), picture.get("mineSpots"));
        assertEquals(
                "OOoxxx......",
                ((List<?>) picture.get("rows")).get(0),
                "the start of player 1's turn has made its cells inactive");
        assertEquals("...........X", ((List<?>) picture.get("rows")).get(10));
        assertEquals(List.of(100, 22), picture.get("gold"));
        assertEquals(List.of(1, 2), picture.get("income"));
        assertEquals(
                TestJson.read("[{'owner':0,'type':'HQ','x':0,'y':0},{'owner':1,'type':'HQ','x':11,'y':11},"
                        + "{'owner':1,'type':'MINE','x':5,'y':0},{'owner':1,'type':'TOWER','x':3,'y':0}]"),
                picture.get("buildings"));
        assertEquals(TestJson.read("[{'owner':0,'id':1,'level':1,'x':1,'y':0}]"), picture.get("units"));
        assertEquals(List.of("wait", "unplayable"), picture.get("outcomes"));
        assertEquals(List.of("outcomes"), GAME.effects());
    }

    @Test
    void own_buildings_and_units_come_first_then_they_are_sorted_by_type_or_id() {
        IceAndFirePosition state = Drawing.row("OH X1 O2 XT OT X- O1");
        Plain sent = Plain.of(state.request(Seat.SECOND));
        assertEquals("XOXOXOX.....", sent.get("rows").at(0).text());
        assertEquals(
                TestJson.read("[{'owner':0,'type':'HQ','x':11,'y':11},{'owner':0,'type':'TOWER','x':3,'y':0},"
                        + "{'owner':1,'type':'HQ','x':0,'y':0},{'owner':1,'type':'TOWER','x':4,'y':0}]"),
                sent.get("buildings").value());
        assertEquals(
                TestJson.read("[{'owner':0,'id':1,'level':1,'x':1,'y':0},"
                        + "{'owner':1,'id':2,'level':2,'x':2,'y':0},{'owner':1,'id':3,'level':1,'x':6,'y':0}]"),
                sent.get("units").value());
    }

    @Test
    void an_hq_belongs_to_its_player_even_on_a_lost_cell() {
        IceAndFirePosition state = Drawing.row("OH");
        Drawing.set(state, 10, 11, "O1");
        state.play(Command.readLine("MOVE 1 11 11"));
        assertEquals(
                TestJson.read("[{'owner':0,'type':'HQ','x':0,'y':0},{'owner':1,'type':'HQ','x':11,'y':11}]"),
                Plain.of(state.picture()).get("buildings").value());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    WAIT  | false | false
                    DANCE | true  | false
                    """)
    void a_seat_is_out_if_its_line_is_not_recognised(String line, boolean first, boolean second) {
        IceAndFirePosition state = Drawing.row("OH");
        state.gold[1] = 0;
        state.play(Turn.of(Seat.FIRST, Action.moved(line)));
        assertEquals(first, state.isOut(Seat.FIRST));
        assertEquals(second, state.isOut(Seat.SECOND));
    }

    @ParameterizedTest
    @FieldSource("CHANGES")
    void every_part_of_the_state_that_affects_later_turns_changes_the_hash(Consumer<IceAndFirePosition> change) {
        IceAndFirePosition state = Drawing.row("OH O1 OT o- X2");
        String before = hash(state);
        assertEquals(before, hash(Drawing.row("OH O1 OT o- X2")));
        change.accept(state);
        assertNotEquals(before, hash(state));
    }

    private static final List<Consumer<IceAndFirePosition>> CHANGES = List.of(
            state -> state.round = 2,
            state -> state.player = 1,
            state -> state.gold[0]++,
            state -> state.gold[1]++,
            state -> state.income[0]++,
            state -> state.income[1]++,
            state -> state.trained++,
            state -> state.owner[2] = 1,
            state -> state.owner[30] = 0,
            state -> state.active[2] = false,
            state -> state.active[3] = true,
            state -> state.building[2] = Building.MINE,
            state -> state.building[2] = null,
            state -> state.unit[1] = null,
            state -> state.unit[1].canAct = false,
            state -> state.unit[1] = new Unit(0, 1, 2),
            state -> state.unit[1] = new Unit(0, 3, 1),
            state -> state.noLine("turns"));

    private static String hash(IceAndFirePosition state) {
        StateHash hash = new StateHash();
        state.hash(hash);
        return hash.hex();
    }

    // Parsing a line of commands: each test plays player 0's first line on an open map, with 21 gold

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    WAIT                         | wait
                    `WAIT;`                      | wait
                    `WAIT;;;`                    | wait
                    `  WAIT  `                   | wait
                    `\tWAIT\r`                   | wait
                    MSG hello                    | msg
                    MSG hello WAIT               | msg
                    WAIT;MSG a;WAIT              | wait,msg,wait
                    TRAIN 1 1 0                  | trained
                    TRAIN 01 0001 00             | trained
                    TRAIN 2 1 0                  | trained
                    TRAIN 3 1 0                  | gold
                    TRAIN 0 1 0                  | level
                    TRAIN 4 1 0                  | level
                    TRAIN 2147483647 1 0         | level
                    TRAIN 1 12 0                 | bounds
                    TRAIN 9 12 0                 | bounds
                    TRAIN 1 0 12                 | bounds
                    TRAIN 1 2147483647 2147483647 | bounds
                    TRAIN 1 5 5                  | unplayable
                    MOVE 1 1 0                   | no-unit
                    MOVE 99 50 0                 | bounds
                    BUILD MINE 1 0               | not-owned
                    BUILD TOWER 0 1              | not-owned
                    BUILD TOWER 0 0              | occupied
                    BUILD MINE 5 5               | unplayable
                    TRAIN 1 1 0;MOVE 1 2 0       | trained,no-unit
                    TRAIN 1 1 0;TRAIN 1 0 1;TRAIN 1 1 1 | trained,trained,gold
                    TRAIN 1 1 0;TRAIN 1 1 0      | trained,occupied
                    """)
    void the_commands_of_a_line_are_parsed_one_by_one(String line, String outcomes) {
        IceAndFirePosition state = played(line);
        assertEquals(List.of(outcomes.split(",")), state.outcomes);
        assertNull(state.result());
    }

    @ParameterizedTest
    @ValueSource(strings = {";", ";;;"})
    void a_line_of_semicolons_does_nothing(String line) {
        IceAndFirePosition state = played(line);
        assertEquals(List.of(), state.outcomes);
        assertNull(state.result());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\nWAIT",
                "wait",
                "WAIT now",
                "MSG",
                "MSG ",
                ";WAIT",
                "WAIT;;WAIT",
                "WAIT; ;",
                "TRAIN",
                "TRAIN 1 1",
                "TRAIN 1 1 0 0",
                "TRAIN  1 1 0",
                "TRAIN 1  1 0",
                "TRAIN -1 1 0",
                "TRAIN 1 +1 0",
                "TRAIN 1 1.0 0",
                "TRAIN 1 2147483648 0",
                "TRAIN 1 99999999999999999999 0",
                "TRAIN 1 x 0",
                "TRAIN\t1 1 0",
                "TRAIN 1 1 ٣",
                "train 1 1 0",
                "TRAINS 1 1 0",
                "TRAIN 1 1 0/",
                "TRAIN 1 1 :",
                "MOVE 1 1",
                "MOVE 1 1 0 WAIT",
                "BUILD HQ 1 0",
                "BUILD MINE 1",
                "BUILD mine 1 0",
                "BUILD 1 0",
                "BUILD TOWER 1 0 0",
                "HELLO"
            })
    void a_player_is_out_after_any_other_line(String line) {
        IceAndFirePosition state = played(line);
        assertEquals(Result.byScore(-1, 20, "command"), state.result());
    }

    private static IceAndFirePosition played(String text) {
        IceAndFirePosition state = IceAndFirePosition.start(Drawing.open());
        state.play(Command.readLine(text));
        return state;
    }
}
