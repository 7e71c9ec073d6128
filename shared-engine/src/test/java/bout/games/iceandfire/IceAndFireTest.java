package bout.games.iceandfire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import bout.engine.Turn;
import bout.engine.UnexpectedValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rules of A Code of Ice and Fire, on an open map or, where players shall meet soon, on a corridor of a few cells.
 * Lines are played for player 0 and player 1 in turn.
 */
class IceAndFireTest {

    private static final IceAndFire GAME = new IceAndFire();

    /** Land along the upper edge and down the right one: 21 steps from HQ to HQ. */
    private static final Grid CORRIDOR = Maps.of("............" + "###########.".repeat(11));

    // The start

    @Test
    void player_0_begins_with_21_gold_and_player_1_with_22() {
        IceAndFireState state = IceAndFireRules.start(Maps.open());
        assertEquals(List.of(21, 20, 1, 2), money(state));
        play(state, "WAIT");
        assertEquals(List.of(21, 22, 1, 2), money(state));
    }

    @Test
    void player_1_owns_one_cell_more() {
        IceAndFireState state = IceAndFireRules.start(Maps.open());
        assertEquals(1, owned(state, 0));
        assertEquals(2, owned(state, 1));
        assertEquals(1, state.owner[Grid.cell(11, 10)]);
    }

    // A turn

    @Test
    void the_round_grows_with_each_turn_of_player_0() {
        IceAndFireState state = IceAndFireRules.start(Maps.open());
        assertEquals(1, state.round);
        play(state, "WAIT");
        assertEquals(1, state.round);
        play(state, "WAIT");
        assertEquals(2, state.round);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    WAIT                        | 1  | an active cell brings 1
                    TRAIN 1 1 0                 | 1  | a unit of level 1 costs 1
                    TRAIN 2 1 0                 | -2 | a unit of level 2 costs 4
                    TRAIN 1 1 0;TRAIN 1 0 1     | 1  | two cells more, two units
                    """)
    void income_is_cells_and_mines_less_upkeep(String line, int income, String why) {
        IceAndFireState state = IceAndFireRules.start(Maps.open());
        play(state, line);
        assertEquals(income, state.income[0], why);
    }

    @Test
    void a_mine_brings_4_more() {
        IceAndFireState state = IceAndFireRules.start(Maps.open());
        play(state, "TRAIN 1 1 0", "WAIT", "MOVE 1 2 0", "WAIT", "WAIT", "WAIT");
        assertEquals(List.of(16, 2), List.of(state.gold[0], state.income[0]));
        play(state, "BUILD MINE 1 0");
        assertEquals(List.of("built"), state.outcomes);
        assertEquals(List.of(1, 6), List.of(state.gold[0], state.income[0]));
    }

    @Test
    void who_cannot_pay_loses_all_units_and_is_shown_the_old_income() {
        IceAndFireState state = IceAndFireRules.start(Maps.open());
        play(state, "TRAIN 2 1 0", "WAIT");
        // 1 gold left and -2 a turn.
        assertEquals(0, state.gold[0]);
        assertEquals(-2, state.income[0]);
        assertNull(state.unit(1));
        assertEquals(0, state.owner[Grid.cell(1, 0)]);
        play(state, "WAIT");
        assertEquals(2, state.income[0], "the opponent sees a fresh one");
    }

    @Test
    void a_unit_cannot_act_on_the_turn_on_which_it_was_trained_nor_twice() {
        IceAndFireState state = IceAndFireRules.start(Maps.open());
        play(state, "TRAIN 1 1 0;MOVE 1 2 0");
        assertEquals(List.of("trained", "no-unit"), state.outcomes);
        play(state, "WAIT", "MOVE 1 2 0;MOVE 1 3 0");
        assertEquals(List.of("moved 2 0", "tired"), state.outcomes);
    }

    @Test
    void a_refused_move_does_not_use_up_the_unit() {
        IceAndFireState state = IceAndFireRules.start(Maps.open());
        play(state, "TRAIN 1 1 0", "WAIT", "MOVE 1 1 0;MOVE 1 0 0;MOVE 1 2 0");
        assertEquals(List.of("stuck", "occupied", "moved 2 0"), state.outcomes);
    }

    @Test
    void a_unit_of_the_opponent_is_not_yours() {
        IceAndFireState state = IceAndFireRules.start(Maps.open());
        play(state, "TRAIN 1 1 0", "MOVE 1 2 0");
        assertEquals(List.of("not-yours"), state.outcomes);
    }

    // Ways

    @Test
    void player_0_looks_up_right_down_left_and_player_1_the_other_way_round() {
        IceAndFireState state = IceAndFireRules.start(Maps.open());
        play(state, "TRAIN 1 0 1", "TRAIN 1 11 9", "MOVE 1 5 5", "MOVE 2 5 5");
        assertEquals(Grid.cell(1, 1), state.unit(1).cell, "right before down");
        assertEquals(Grid.cell(10, 9), state.unit(2).cell, "left before up");
    }

    @Test
    void a_blocked_neighbour_is_skipped_for_the_next_that_is_nearer() {
        IceAndFireState state = IceAndFireRules.start(Maps.open());
        play(state, "TRAIN 1 0 1;TRAIN 1 1 0", "WAIT", "MOVE 2 1 1", "WAIT", "MOVE 1 5 5");
        assertEquals(List.of("moved 0 2"), state.outcomes);
    }

    @Test
    void a_unit_that_finds_no_nearer_cell_is_stuck() {
        IceAndFireState state = IceAndFireRules.start(CORRIDOR);
        play(state, "TRAIN 1 1 0", "WAIT", "WAIT", "WAIT", "MOVE 1 2 0", "WAIT", "TRAIN 1 3 0", "WAIT", "MOVE 1 9 0");
        assertEquals(List.of("stuck"), state.outcomes);
    }

    // Orders

    @Test
    void what_was_trained_before_on_the_line_lets_the_next_be_trained_beside_it() {
        IceAndFireState state = IceAndFireRules.start(CORRIDOR);
        play(state, "TRAIN 1 1 0;TRAIN 1 2 0");
        assertEquals(List.of("trained", "trained"), state.outcomes);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    BUILD MINE 1 0   | built
                    BUILD TOWER 1 0  | mine-spot
                    BUILD MINE 2 0   | not-mine-spot
                    BUILD TOWER 2 0  | built
                    BUILD TOWER 3 0  | occupied
                    BUILD MINE 4 0   | not-owned
                    BUILD MINE 6 0   | unplayable
                    """)
    void buildings_stand_on_own_active_empty_cells(String order, String outcome) {
        IceAndFireState state = IceAndFireRules.start(CORRIDOR);
        play(state, "TRAIN 1 1 0", "WAIT", "MOVE 1 2 0", "WAIT", "MOVE 1 3 0", "WAIT");
        play(state, order);
        assertEquals(List.of(outcome), state.outcomes);
    }

    @Test
    void gold_is_looked_at_before_the_mine_spot() {
        IceAndFireState state = IceAndFireRules.start(CORRIDOR);
        play(state, "TRAIN 1 1 0", "WAIT", "MOVE 1 2 0", "WAIT", "MOVE 1 3 0;BUILD MINE 1 0;BUILD MINE 2 0");
        assertEquals(List.of("moved 3 0", "gold", "gold"), state.outcomes);
    }

    // Fights: in the corridor, player 0 holds all up to (9,0) and player 1 all from (11,0) on

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    1 | 1 | occupied
                    1 | 2 | occupied
                    2 | 1 | trained
                    2 | 2 | occupied
                    2 | 3 | occupied
                    3 | 1 | trained
                    3 | 3 | trained
                    """)
    void a_unit_takes_lower_ones_and_level_3_takes_all(int mine, int theirs, String outcome) {
        IceAndFireState state = met();
        play(state, "WAIT", "TRAIN " + theirs + " 10 0", "TRAIN " + mine + " 10 0");
        assertEquals(List.of(outcome), state.outcomes);
        int cell = Grid.cell(10, 0);
        assertEquals(outcome.equals("trained") ? 0 : 1, state.owner[cell]);
        assertEquals(outcome.equals("trained") ? mine : theirs, level(state, cell));
    }

    @ParameterizedTest
    @CsvSource({"1, occupied", "2, occupied", "3, trained"})
    void a_cell_beside_an_active_tower_is_for_level_3_only(int level, String outcome) {
        IceAndFireState state = met();
        play(state, "WAIT", "MOVE 2 10 0;BUILD TOWER 11 0");
        assertEquals(List.of("moved 10 0", "built"), state.outcomes);
        play(state, "TRAIN " + level + " 10 0");
        assertEquals(List.of(outcome), state.outcomes);
    }

    @ParameterizedTest
    @CsvSource({"1, occupied", "2, occupied", "3, trained"})
    void the_cell_of_a_tower_too_and_the_tower_falls(int level, String outcome) {
        IceAndFireState state = met();
        play(state, "WAIT", "MOVE 2 10 0;BUILD TOWER 11 0", "TRAIN 3 10 0", "WAIT", "TRAIN " + level + " 11 0");
        assertEquals(List.of(outcome), state.outcomes);
        assertEquals(outcome.equals("trained") ? null : Building.TOWER, state.building[Grid.cell(11, 0)]);
    }

    @Test
    void an_hq_that_is_taken_ends_the_match_at_once_and_the_rest_of_the_line_is_dropped() {
        IceAndFireState state = met();
        for (int turn = 0; turn < 40; turn++) {
            play(state, "WAIT");
        }
        StringBuilder chain = new StringBuilder("TRAIN 1 10 0;TRAIN 2 11 0");
        for (int y = 1; y <= 11; y++) {
            chain.append(";TRAIN 1 11 ").append(y);
        }
        int power = state.gold[0] + 10;
        play(state, chain + ";BUILD TOWER 5 0");
        assertEquals("dropped", state.outcomes.getLast());
        assertEquals(Result.byScore(power, -1, "hq"), state.result);
        assertEquals(Building.HQ, state.building[Grid.hq(1)], "the building stays");
    }

    private static IceAndFireState met() {
        IceAndFireState state = IceAndFireRules.start(CORRIDOR);
        play(state, "TRAIN 1 1 0", "TRAIN 1 11 9");
        for (int turn = 0; turn < 8; turn++) {
            play(state, "MOVE 1 9 0", "MOVE 2 11 0");
        }
        play(state, "WAIT", "MOVE 2 11 0");
        for (int turn = 0; turn < 6; turn++) {
            play(state, "WAIT", "WAIT");
        }
        assertEquals(Grid.cell(9, 0), state.unit(1).cell);
        assertEquals(Grid.cell(11, 0), state.unit(2).cell);
        return state;
    }

    // Cut off: player 0 holds (0,0) to (8,0), its unit at the end, and player 1's unit takes (5,0) from below

    private static final String CUT = "MOVE 2 5 0";

    private static IceAndFireState beforeTheCut(String lastOrder) {
        IceAndFireState state = IceAndFireRules.start(Maps.open(Grid.cell(6, 0)));
        play(state, "TRAIN 1 1 0", "TRAIN 1 10 10");
        for (int turn = 0; turn < 14; turn++) {
            play(state, "MOVE 1 8 0", "MOVE 2 5 1");
        }
        assertEquals(Grid.cell(8, 0), state.unit(1).cell);
        assertEquals(Grid.cell(5, 1), state.unit(2).cell);
        play(state, lastOrder);
        return state;
    }

    @Test
    void cells_that_are_cut_off_are_inactive_until_they_are_joined_to_the_hq_again() {
        IceAndFireState state = beforeTheCut("WAIT");
        assertEquals(9, active(state, 0));
        play(state, CUT);
        assertEquals(List.of("moved 5 0"), state.outcomes);
        assertEquals(8, owned(state, 0));
        assertEquals(5, active(state, 0));
        assertEquals(5, state.income[0]);
        play(state, "TRAIN 2 5 0");
        assertEquals(List.of("trained"), state.outcomes);
        assertEquals(9, active(state, 0));
    }

    @Test
    void a_unit_that_is_cut_off_lives_through_the_enemys_turn_and_dies_before_its_own() {
        IceAndFireState state = beforeTheCut("WAIT");
        // A unit of the same level cannot take (8,0): the one that is cut off still stands there.
        play(state, CUT + ";TRAIN 1 6 0;TRAIN 1 7 0;TRAIN 1 8 0");
        assertEquals(List.of("moved 5 0", "trained", "trained", "occupied"), state.outcomes);
        assertEquals(0, state.player);
        assertNull(state.unit(1));
        assertEquals(0, level(state, Grid.cell(8, 0)));
        assertEquals(0, state.owner[Grid.cell(8, 0)], "its cell stays its owner's");
        play(state, "MOVE 1 8 1;TRAIN 2 5 0");
        assertEquals(List.of("no-unit", "trained"), state.outcomes);
    }

    @Test
    void the_units_of_the_player_that_is_not_to_move_are_left_alone() {
        IceAndFireState state = beforeTheCut("WAIT");
        play(state, CUT);
        // Player 0 cuts off the cutter, which lives until the turn of player 1 begins.
        play(state, "TRAIN 2 4 1;TRAIN 2 5 1;TRAIN 1 5 0");
        assertEquals(List.of("trained", "trained", "occupied"), state.outcomes);
        assertEquals(1, state.player);
        assertNull(state.unit(2));
        assertEquals(1, state.owner[Grid.cell(5, 0)]);
    }

    @Test
    void a_mine_that_is_cut_off_stays_and_brings_nothing() {
        IceAndFireState state = beforeTheCut("BUILD MINE 6 0");
        assertEquals(List.of("built"), state.outcomes);
        assertEquals(9 + 4 - 1, state.income[0], "nine cells and the mine, less the unit");
        play(state, CUT);
        assertEquals(5, state.income[0]);
        assertEquals(Building.MINE, state.building[Grid.cell(6, 0)]);
        play(state, "TRAIN 2 5 0");
        assertEquals(9 + 4 - 4, state.income[0], "joined again, less the unit of level 2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    TRAIN 1 6 1;TRAIN 1 6 0            | trained,occupied           | an active tower guards the cells beside it
                    MOVE 2 5 0;TRAIN 1 6 0             | moved 5 0,trained          | one that is cut off does not
                    MOVE 2 5 0;TRAIN 1 6 0;TRAIN 2 7 0 | moved 5 0,trained,occupied | its own cell it keeps
                    MOVE 2 5 0;TRAIN 1 6 0;TRAIN 3 7 0 | moved 5 0,trained,trained  | but for level 3
                    """)
    void a_tower_that_is_cut_off_guards_its_own_cell_only(String line, String outcomes, String why) {
        IceAndFireState state = beforeTheCut("BUILD TOWER 7 0");
        play(state, line);
        assertEquals(List.of(outcomes.split(",")), state.outcomes, why);
    }

    // The end

    @Test
    void the_match_ends_after_100_rounds_and_military_power_decides() {
        IceAndFireState state = IceAndFireRules.start(Maps.open());
        play(state, "TRAIN 1 1 0");
        for (int turn = 1; turn < 200; turn++) {
            assertNull(state.result);
            play(state, "WAIT");
        }
        // Player 0: 21 - 10 + 99 * 1 gold and a unit of 10; player 1: 20 + 100 * 2.
        assertEquals(Result.byScore(120, 220, "turns"), state.result);
    }

    @ParameterizedTest
    @CsvSource({"TIME_OUT, timeout", "REFUSED, command", "NOT_EXPECTED, command"})
    void who_gives_no_line_is_out(Failure.Kind kind, String reason) {
        Match<IceAndFireState, String> match = Match.draw(GAME, "1", Options.defaults(List.of()));
        match.play(Turn.of(Seat.FIRST, Action.failed(new Failure(kind, "No line."))));
        assertEquals(Result.byScore(-1, 20, reason), match.result());
        assertEquals(Seat.SECOND, match.result().winner());
    }

    // What bots are sent and answer

    @Test
    void a_bot_is_sent_the_field_from_its_own_point_of_view() {
        Match<IceAndFireState, String> match = Match.draw(GAME, "0", Options.defaults(List.of()));
        match.play(Turn.of(Seat.FIRST, match.read(Seat.FIRST, Map.of("commands", "TRAIN 1 1 0"))));
        Plain sent = Plain.of(match.ask(Seat.SECOND).fields());
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
                    {'commands':7}    | an object with commands
                    {'commands':null} | an object with commands
                    'WAIT'            | the string "WAIT"
                    null              | nothing
                    """)
    void an_answer_without_commands_is_a_failure_that_says_what_came(String json, String came) {
        Match<IceAndFireState, String> match = Match.draw(GAME, "0", Options.defaults(List.of()));
        Failure failure = match.read(Seat.FIRST, TestJson.read(json)).failure();
        assertEquals(Failure.Kind.NOT_EXPECTED, failure.kind());
        assertTrue(failure.text().endsWith("; got " + came + "."), failure.text());
        assertFalse(match.over());
    }

    @Test
    void an_answer_counts_up_to_its_first_line_break_and_is_kept_no_further() {
        Match<IceAndFireState, String> match = Match.draw(GAME, "0", Options.defaults(List.of()));
        Action<String> read = match.read(Seat.FIRST, Map.of("commands", "TRAIN 1 1 0\nnonsense".repeat(1000)));
        assertEquals(Action.moved("TRAIN 1 1 0"), read);
    }

    @Test
    void a_line_of_3000_characters_is_read_and_a_longer_one_is_a_failure() {
        Match<IceAndFireState, String> match = Match.draw(GAME, "0", Options.defaults(List.of()));
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
                    {'map':1}                           | The document: expected no field other than [rows, mineSpots], found the string "map"
                    """)
    void a_set_up_of_another_form_is_refused_with_the_place(String json, String message) {
        UnexpectedValue unexpected = assertThrows(
                UnexpectedValue.class, () -> GAME.start(Plain.of(TestJson.read(json)), Options.defaults(List.of())));
        assertEquals(message, unexpected.getMessage());
    }

    private static void play(IceAndFireState state, String... lines) {
        for (String line : lines) {
            IceAndFireRules.play(state, IceAndFireWire.readLine(line));
        }
    }

    private static List<Integer> money(IceAndFireState state) {
        return List.of(state.gold[0], state.gold[1], state.income[0], state.income[1]);
    }

    /** The level of the unit on a cell; 0 without one. */
    private static int level(IceAndFireState state, int cell) {
        return state.unit[cell] == null ? 0 : state.unit[cell].level;
    }

    private static int active(IceAndFireState state, int player) {
        int cells = 0;
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            cells += state.owner[cell] == player && state.active[cell] ? 1 : 0;
        }
        return cells;
    }

    private static int owned(IceAndFireState state, int player) {
        int cells = 0;
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            cells += state.owner[cell] == player ? 1 : 0;
        }
        return cells;
    }
}
