package bout.games.iceandfire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Result;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rules of A Code of Ice and Fire. The map is open or, if the players should meet soon, a narrow corridor. Lines
 * are played for player 0 and player 1 in turn.
 */
class IceAndFireRulesTest {

    /** Land only along the top edge and the right edge. */
    private static final Grid CORRIDOR = Drawing.map("............" + "###########.".repeat(11));

    // The start

    @Test
    void player_0_starts_with_21_gold_and_player_1_with_22() {
        IceAndFirePosition state = IceAndFirePosition.start(Drawing.open());
        assertEquals(List.of(21, 20, 1, 2), money(state));
        play(state, "WAIT");
        assertEquals(List.of(21, 22, 1, 2), money(state));
    }

    // A turn

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    WAIT                        | 1  | an active cell earns 1
                    TRAIN 1 1 0                 | 1  | a unit of level 1 costs 1
                    TRAIN 2 1 0                 | -2 | a unit of level 2 costs 4
                    TRAIN 1 1 0;TRAIN 1 0 1     | 1  | two more cells, two units
                    """)
    void income_is_cells_plus_mines_minus_upkeep(String line, int income, String why) {
        IceAndFirePosition state = IceAndFirePosition.start(Drawing.open());
        play(state, line);
        assertEquals(income, state.income[0], why);
    }

    @Test
    void a_mine_earns_4_more() {
        IceAndFirePosition state = IceAndFirePosition.start(Drawing.open());
        play(state, "TRAIN 1 1 0", "WAIT", "MOVE 1 2 0", "WAIT", "WAIT", "WAIT");
        assertEquals(List.of(16, 2), List.of(state.gold[0], state.income[0]));
        play(state, "BUILD MINE 1 0");
        assertEquals(List.of("built"), state.outcomes);
        assertEquals(List.of(1, 6), List.of(state.gold[0], state.income[0]));
    }

    @Test
    void a_player_that_cannot_pay_loses_all_units_and_is_sent_the_old_income() {
        IceAndFirePosition state = IceAndFirePosition.start(Drawing.open());
        play(state, "TRAIN 2 1 0", "WAIT");
        // 1 gold left and an income of -2.
        assertEquals(0, state.gold[0]);
        assertEquals(-2, state.income[0]);
        assertNull(state.unit(1));
        assertEquals(0, state.owner[Grid.cell(1, 0)]);
        play(state, "WAIT");
        assertEquals(2, state.income[0], "the opponent sees the new income");
    }

    @ParameterizedTest
    @CsvSource({"16, 0, false", "17, 0, true", "18, 1, true"})
    void gold_of_exactly_0_is_no_debt(int before, int after, boolean alive) {
        // Three active cells less 20 of upkeep.
        IceAndFirePosition state = Drawing.row("OH O3 O-");
        state.gold[0] = before;
        play(state, "WAIT", "WAIT");
        assertEquals(List.of(after, -17), List.of(state.gold[0], state.income[0]));
        assertEquals(alive, state.unit(1) != null);
    }

    @Test
    void a_player_that_cannot_pay_loses_all_units_but_no_buildings_and_the_opponent_loses_nothing() {
        IceAndFirePosition state = Drawing.row("OH O3 O2 OT");
        Drawing.set(state, 11, 10, "X3");
        state.gold[0] = 0;
        play(state, "WAIT", "WAIT");
        assertEquals(List.of(), state.unitsOf(0));
        assertEquals(1, state.unitsOf(1).size());
        assertEquals(Building.TOWER, state.building[3]);
        assertEquals(0, state.owner[1], "the cells stay as well");
    }

    @Test
    void a_unit_on_an_inactive_cell_costs_nothing_and_a_mine_there_earns_nothing() {
        IceAndFirePosition state = Drawing.row("OH O- .. x3 xM");
        play(state, "TRAIN 1 2 0");
        assertEquals(List.of(3 - 1, 2), List.of(state.income[0], state.income[1]));
    }

    /** The lines of both players in turn, separated by slashes; the outcomes of the last one. */
    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', textBlock = """
                    TRAIN 1 1 0;MOVE 1 2 0                                | trained,no-unit           | a unit does not act in the turn in which it was trained
                    TRAIN 1 1 0/WAIT/MOVE 1 2 0;MOVE 1 3 0                | moved 2 0,tired           | or twice
                    TRAIN 1 1 0/WAIT/MOVE 1 1 0;MOVE 1 0 0;MOVE 1 2 0     | stuck,occupied,moved 2 0  | a refused move does not use up the unit
                    TRAIN 1 1 0/MOVE 1 2 0                                | not-yours                 | a unit of the opponent
                    TRAIN 1 1 0;TRAIN 1 2 0                               | trained,trained           | next to a unit of the same line
                    TRAIN 1 0 1;TRAIN 1 1 0/WAIT/MOVE 2 1 1/WAIT/MOVE 1 5 5 | moved 0 2               | a blocked neighbour is skipped if another one is nearer, too
                    TRAIN 1 1 0/WAIT/WAIT/WAIT/MOVE 1 2 0/WAIT/TRAIN 1 3 0/WAIT/MOVE 1 9 0 | stuck   | no detour
                    """)
    void units_act_once_a_turn_and_from_the_next_one_on(String lines, String outcomes, String why) {
        IceAndFirePosition state = IceAndFirePosition.start(Drawing.open());
        play(state, lines.split("/"));
        assertEquals(List.of(outcomes.split(",")), state.outcomes, why);
    }

    // Paths

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    0 | 8 2 | 5 4 | up before right
                    0 | 8 8 | 6 5 | right before down
                    0 | 2 8 | 5 6 | down before left
                    0 | 2 2 | 5 4 | up before left
                    1 | 8 2 | 5 4 | up before right
                    1 | 8 8 | 5 6 | down before right
                    1 | 2 8 | 5 6 | down before left
                    1 | 2 2 | 4 5 | left before up
                    """)
    void player_0_tries_up_right_down_left_and_player_1_down_left_up_right(
            int player, String target, String cell, String why) {
        IceAndFirePosition state = IceAndFirePosition.start(Drawing.open());
        Drawing.set(state, 5, 5, player == 0 ? "O1" : "X1");
        state.player = player;
        play(state, "MOVE 1 " + target);
        assertEquals(List.of("moved " + cell), state.outcomes, why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    5 4 | occupied  | above
                    6 5 | occupied  | to the right
                    5 6 | occupied  | below
                    4 5 | occupied  | to the left
                    6 6 | moved 6 5 | diagonal to the unit
                    7 6 | moved 6 5 | not next to the unit
                    5 5 | stuck     | the unit's own cell
                    """)
    void a_target_that_cannot_be_taken_is_only_refused_next_to_the_unit(String target, String outcome, String where) {
        IceAndFirePosition state = IceAndFirePosition.start(Drawing.open());
        Drawing.set(state, 5, 5, "O1");
        String[] place = target.split(" ");
        if (!outcome.equals("stuck")) {
            Drawing.set(state, Integer.parseInt(place[0]), Integer.parseInt(place[1]), "XT");
        }
        play(state, "MOVE 1 " + target);
        assertEquals(List.of(outcome), state.outcomes, where);
    }

    @Test
    void a_unit_does_not_move_towards_unreachable_land() {
        IceAndFirePosition state = IceAndFirePosition.start(
                Drawing.map("............" + "###########." + ".##########." + "###########.".repeat(9)));
        Drawing.set(state, 1, 0, "O1");
        play(state, "MOVE 1 0 2");
        assertEquals(List.of("stuck"), state.outcomes);
    }

    // Orders

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
    void buildings_need_an_own_active_empty_cell(String order, String outcome) {
        IceAndFirePosition state = IceAndFirePosition.start(CORRIDOR);
        play(state, "TRAIN 1 1 0", "WAIT", "MOVE 1 2 0", "WAIT", "MOVE 1 3 0", "WAIT");
        play(state, order);
        assertEquals(List.of(outcome), state.outcomes);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    TRAIN 1 3 0     | 10 | trained | 0
                    TRAIN 1 3 0     | 9  | gold    | 9
                    TRAIN 2 3 0     | 20 | trained | 0
                    TRAIN 2 3 0     | 19 | gold    | 19
                    TRAIN 3 3 0     | 30 | trained | 0
                    TRAIN 3 3 0     | 29 | gold    | 29
                    BUILD TOWER 2 0 | 15 | built   | 0
                    BUILD TOWER 2 0 | 14 | gold    | 14
                    BUILD MINE 1 0  | 15 | built   | 0
                    BUILD MINE 1 0  | 14 | gold    | 14
                    """)
    void an_order_costs_gold(String order, int gold, String outcome, int left) {
        IceAndFirePosition state = Drawing.row("OH O- O-");
        state.gold[0] = gold;
        play(state, order);
        assertEquals(List.of(outcome), state.outcomes);
        assertEquals(left, state.gold[0]);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    OH O- O1 .. X3 .. XT | TRAIN 3 6 0           | unplayable      | not because of the gold
                    OH O- O1 .. X3 .. XT | TRAIN 1 2 0           | gold            | not because the cell cannot be taken
                    OH O- O1 .. X3 .. XT | BUILD TOWER 6 0       | unplayable      | not because the cell is occupied
                    OH O- O- O- X3       | BUILD TOWER 4 0       | occupied        | not because the cell is not owned
                    OH O- O1 .. X3 .. XT | BUILD TOWER 3 0       | not-owned       | not because of the gold
                    OH O- O1 .. X3 .. XT | BUILD TOWER 1 0       | gold            | not because of the mine spot
                    OH O- O1 .. X3 .. XT | BUILD MINE 0 0        | occupied        | not because of the gold
                    OH O- O1 .. X3 .. XT | MOVE 1 3 0;MOVE 1 4 0 | moved 3 0,tired | not because the cell cannot be taken
                    OH O- O1 .. X3 .. XT | MOVE 1 3 0;MOVE 1 3 0 | moved 3 0,tired | not because it is there
                    """)
    void an_order_is_refused_for_the_first_reason(String row, String line, String outcomes, String why) {
        IceAndFirePosition state = Drawing.row(row);
        state.gold[0] = 0;
        play(state, line);
        assertEquals(List.of(outcomes.split(",")), state.outcomes, why);
    }

    @Test
    void ids_count_the_units_of_both_players_and_a_refused_order_uses_no_id() {
        IceAndFirePosition state = IceAndFirePosition.start(Drawing.open());
        play(state, "TRAIN 1 5 5;TRAIN 1 1 0", "TRAIN 1 11 9", "TRAIN 1 0 1;TRAIN 1 1 1");
        assertEquals(List.of(1, 2, 3), state.units.stream().map(unit -> unit.id).toList());
        assertEquals(
                List.of(0, 1, 0), state.units.stream().map(unit -> unit.owner).toList());
    }

    @Test
    void training_and_building_are_only_possible_in_reach_of_active_cells() {
        IceAndFirePosition state = Drawing.row("OH .. o- o- o-");
        play(state, "TRAIN 1 3 0;BUILD TOWER 3 0;TRAIN 1 1 0;TRAIN 1 3 0;BUILD TOWER 4 0");
        assertEquals(List.of("unplayable", "unplayable", "trained", "trained", "built"), state.outcomes);
    }

    // What a unit can take: the top row is drawn, and player 0 trains a unit on its third cell

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    OH O- ..    | trained  | trained  | trained  | a neutral cell
                    OH O- .. XT | trained  | trained  | trained  | a neutral cell beside an enemy tower
                    OH O- X-    | trained  | trained  | trained  | an enemy's cell
                    OH O- XM    | trained  | trained  | trained  | a mine
                    OH O- X1    | occupied | trained  | trained  | a unit of level 1
                    OH O- X2    | occupied | occupied | trained  | a unit of level 2
                    OH O- X3    | occupied | occupied | trained  | a unit of level 3
                    OH O- x1    | occupied | trained  | trained  | a unit that is cut off
                    OH O- XT    | occupied | occupied | trained  | a tower
                    OH O- xT    | occupied | occupied | trained  | a tower that is cut off
                    OH O- X- XT | occupied | occupied | trained  | a cell beside a tower
                    OH O- X1 XT | occupied | occupied | trained  | a unit beside a tower
                    OH O- XM XT | occupied | occupied | trained  | a mine beside a tower
                    OH O- x- xT | trained  | trained  | trained  | a cell beside a tower that is cut off
                    OH O- X- xT | trained  | trained  | trained  | an active cell beside a tower that is cut off
                    OH O- X- OT | trained  | trained  | trained  | an enemy's cell beside your own tower
                    OH O- O-    | trained  | trained  | trained  | your own cell
                    OH O- O- OT | trained  | trained  | trained  | your own cell beside your own tower
                    OH O- O1    | occupied | occupied | occupied | your own unit
                    OH O- OT    | occupied | occupied | occupied | your own tower
                    OH O- OM    | occupied | occupied | occupied | your own mine
                    """)
    void a_unit_takes_a_cell_by_its_level(String row, String level1, String level2, String level3, String target) {
        List<String> expected = List.of(level1, level2, level3);
        for (int level = 1; level <= 3; level++) {
            IceAndFirePosition state = Drawing.row(row);
            play(state, "TRAIN " + level + " 2 0");
            assertEquals(List.of(expected.get(level - 1)), state.outcomes, "level " + level + " on " + target);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRAIN 3 2 0", "MOVE 1 2 0"})
    void the_enemys_unit_and_building_on_a_captured_cell_are_removed_and_the_cell_is_yours(String order) {
        for (String captured : List.of("X3", "XT", "XM")) {
            IceAndFirePosition state = Drawing.row("OH O3 " + captured);
            Unit enemy = state.unit[2];
            play(state, order);
            assertEquals(0, state.owner[2]);
            assertTrue(state.active[2]);
            assertNull(state.building[2]);
            assertEquals(0, state.unit[2].owner);
            assertEquals(state.unitsOf(0), state.units, "no enemy unit is left");
            assertTrue(enemy == null || state.unit(enemy.id) == null);
        }
    }

    @Test
    void the_cell_that_a_unit_leaves_keeps_its_owner_and_is_empty() {
        IceAndFirePosition state = Drawing.row("OH O1");
        play(state, "MOVE 1 2 0");
        assertEquals(List.of(0, 0), List.of((int) state.owner[1], (int) state.owner[2]));
        assertNull(state.unit[1]);
        assertEquals(2, state.unit(1).cell);
    }

    // The HQs

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    MOVE 1 11 11  | O1 | X- | hq       | a unit of level 1 moves in
                    TRAIN 1 11 11 | O- | X- | hq       | a unit of level 1 is trained there
                    MOVE 1 11 11  | O2 | XT | occupied | unless a tower protects the HQ
                    TRAIN 2 11 11 | O- | XT | occupied | unless a tower protects the HQ
                    MOVE 1 11 11  | O3 | XT | hq       | level 3 can take a protected HQ
                    TRAIN 3 11 11 | O- | XT | hq       | level 3 can take a protected HQ
                    """)
    void a_unit_of_any_level_can_take_an_hq_without_a_tower(
            String order, String attacker, String neighbour, String end, String why) {
        IceAndFirePosition state = Drawing.row("OH");
        Drawing.set(state, 10, 11, attacker);
        Drawing.set(state, 11, 10, neighbour);
        play(state, order);
        assertEquals(
                end.equals("hq") ? "hq" : null,
                state.result() == null ? null : state.result().reason(),
                why);
        assertTrue(end.equals("hq") || state.outcomes.equals(List.of(end)), why);
    }

    @Test
    void player_1_takes_an_hq_in_the_same_way() {
        IceAndFirePosition state = Drawing.row("OH X2");
        state.player = 1;
        state.gold[1] = 7;
        play(state, "MOVE 1 0 0");
        assertEquals(Result.byScore(-1, 27, "hq"), state.result());
    }

    @Test
    void after_an_hq_is_taken_the_cells_around_it_are_still_active_and_the_incomes_are_up_to_date() {
        IceAndFirePosition state = Drawing.row("OH");
        Drawing.set(state, 10, 11, "O1");
        play(state, "MOVE 1 11 11");
        assertTrue(state.active[Grid.cell(11, 10)]);
        assertEquals(List.of(3 - 1, 1), List.of(state.income[0], state.income[1]));
    }

    @Test
    void taking_an_hq_ends_the_match_at_once_and_drops_the_rest_of_the_line() {
        IceAndFirePosition state = Drawing.row("OH O- O- .. .. .. .. .. .. .. .. X-");
        Drawing.set(state, 10, 11, "O1");
        play(state, "TRAIN 1 3 0;MOVE 1 11 11;BUILD TOWER 1 0;MOVE 9 1 0;WAIT");
        assertEquals(List.of("trained", "moved 11 11", "dropped", "no-unit", "wait"), state.outcomes);
        assertEquals(Result.byScore(Drawing.GOLD - 10 + 2 * 10, -1, "hq"), state.result());
        assertEquals(Building.HQ, state.building[Grid.hq(1)], "the building stays");
    }

    // Cutting off: player 0 owns (0,0) to (8,0), with its unit on the last cell, and player 1's unit takes (5,0) from
    // below

    private static final String CUT = "MOVE 2 5 0";

    private static IceAndFirePosition beforeTheCut(String lastOrder) {
        IceAndFirePosition state = IceAndFirePosition.start(Drawing.open(Grid.cell(6, 0)));
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
    void cells_that_are_cut_off_are_inactive_until_they_are_connected_to_the_hq_again() {
        IceAndFirePosition state = beforeTheCut("WAIT");
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
    void a_unit_that_is_cut_off_survives_the_enemys_turn_and_dies_before_its_own() {
        IceAndFirePosition state = beforeTheCut("WAIT");
        // A unit of the same level cannot take (8,0), because the unit that is cut off is still there.
        play(state, CUT + ";TRAIN 1 6 0;TRAIN 1 7 0;TRAIN 1 8 0");
        assertEquals(List.of("moved 5 0", "trained", "trained", "occupied"), state.outcomes);
        assertEquals(0, state.player);
        assertNull(state.unit(1));
        assertEquals(0, level(state, Grid.cell(8, 0)));
        assertEquals(0, state.owner[Grid.cell(8, 0)], "its cell keeps its owner");
        play(state, "MOVE 1 8 1;TRAIN 2 5 0");
        assertEquals(List.of("no-unit", "trained"), state.outcomes);
    }

    @Test
    void the_units_of_the_other_player_do_not_die() {
        IceAndFirePosition state = beforeTheCut("WAIT");
        play(state, CUT);
        // Player 0 cuts off the unit at (5,0), which lives until player 1's turn starts.
        play(state, "TRAIN 2 4 1;TRAIN 2 5 1;TRAIN 1 5 0");
        assertEquals(List.of("trained", "trained", "occupied"), state.outcomes);
        assertEquals(1, state.player);
        assertNull(state.unit(2));
        assertEquals(1, state.owner[Grid.cell(5, 0)]);
    }

    @Test
    void a_mine_that_is_cut_off_stays_and_earns_nothing() {
        IceAndFirePosition state = beforeTheCut("BUILD MINE 6 0");
        assertEquals(List.of("built"), state.outcomes);
        assertEquals(9 + 4 - 1, state.income[0], "nine cells plus the mine minus the unit");
        play(state, CUT);
        assertEquals(5, state.income[0]);
        assertEquals(Building.MINE, state.building[Grid.cell(6, 0)]);
        play(state, "TRAIN 2 5 0");
        assertEquals(9 + 4 - 4, state.income[0], "connected again, minus the unit of level 2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    TRAIN 1 6 1;TRAIN 1 6 0            | trained,occupied           | an active tower protects the cells next to it
                    MOVE 2 5 0;TRAIN 1 6 0             | moved 5 0,trained          | a tower that is cut off does not
                    MOVE 2 5 0;TRAIN 1 6 0;TRAIN 2 7 0 | moved 5 0,trained,occupied | it still protects its own cell
                    MOVE 2 5 0;TRAIN 1 6 0;TRAIN 3 7 0 | moved 5 0,trained,trained  | but not from level 3
                    """)
    void a_tower_that_is_cut_off_protects_only_its_own_cell(String line, String outcomes, String why) {
        IceAndFirePosition state = beforeTheCut("BUILD TOWER 7 0");
        play(state, line);
        assertEquals(List.of(outcomes.split(",")), state.outcomes, why);
    }

    // The end

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    50 | -  | -  | 50 | -  | -  | 50 | 50
                    0  | O1 | O2 | 30 | -  | -  | 30 | 30
                    5  | O3 | -  | 0  | X1 | X1 | 35 | 20
                    0  | OT | OM | 1  | XT | X- | 0  | 1
                    """)
    void military_power_is_gold_plus_the_cost_of_living_units(
            int gold0,
            String first0,
            String second0,
            int gold1,
            String first1,
            String second1,
            int power0,
            int power1) {
        IceAndFirePosition state = Drawing.row("OH");
        List<String> things = List.of(first0, second0, first1, second1);
        for (int i = 0; i < things.size(); i++) {
            if (!things.get(i).equals("-")) {
                Drawing.set(state, 3 + i, 0, things.get(i));
            }
        }
        state.gold[0] = gold0;
        state.gold[1] = gold1;
        state.player = 1;
        state.round = 100;
        play(state, "WAIT");
        assertEquals(Result.byScore(power0, power1, "turns"), state.result());
    }

    @Test
    void the_last_turn_is_player_1s_turn_in_round_100() {
        IceAndFirePosition state = Drawing.row("OH");
        state.round = 100;
        play(state, "WAIT");
        assertNull(state.result());
        play(state, "BUILD TOWER 11 10");
        assertEquals("turns", state.result().reason());
        assertEquals(100, state.round);
        assertEquals(1, state.player);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    BUILD MINE 10 11 | 7 | a mine earns 4 more
                    WAIT             | 3 | three cells
                    """)
    void the_final_income_includes_the_last_order(String line, int income, String why) {
        IceAndFirePosition state = Drawing.row("OH");
        Drawing.set(state, 10, 11, "X-");
        state.round = 100;
        play(state, "WAIT", line);
        assertEquals(income, state.income[1], why);
    }

    @Test
    void refused_orders_do_not_change_the_income() {
        IceAndFirePosition state = Drawing.row("OH");
        Drawing.set(state, 11, 10, "X3");
        state.gold[1] = 0;
        state.round = 100;
        play(state, "WAIT");
        assertEquals(List.of(List.of(), 2 - 20), List.of(state.unitsOf(1), state.income[1]));
        play(state, "TRAIN 1 5 5;BUILD TOWER 11 10");
        assertEquals(List.of("unplayable", "gold"), state.outcomes);
        assertEquals(2 - 20, state.income[1]);
    }

    @Test
    void an_unrecognised_command_loses_to_the_military_power_of_the_opponent() {
        IceAndFirePosition state = Drawing.row("OH");
        Drawing.set(state, 11, 10, "X2");
        state.gold[1] = 4;
        play(state, "WAIT;TRAIN 1 50 50;TRAIN 1 1 0;DANCE;WAIT");
        assertEquals(List.of("wait", "bounds", "dropped", "unrecognised", "dropped"), state.outcomes);
        assertEquals(Result.byScore(-1, 24, "command"), state.result());
    }

    private static void play(IceAndFirePosition state, String... lines) {
        for (String line : lines) {
            state.play(Command.readLine(line));
        }
    }

    private static List<Integer> money(IceAndFirePosition state) {
        return List.of(state.gold[0], state.gold[1], state.income[0], state.income[1]);
    }

    /** The level of the unit on a cell, or 0 if there is none. */
    private static int level(IceAndFirePosition state, int cell) {
        return state.unit[cell] == null ? 0 : state.unit[cell].level;
    }

    private static int active(IceAndFirePosition state, int player) {
        int cells = 0;
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            cells += state.owner[cell] == player && state.active[cell] ? 1 : 0;
        }
        return cells;
    }

    private static int owned(IceAndFirePosition state, int player) {
        int cells = 0;
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            cells += state.owner[cell] == player ? 1 : 0;
        }
        return cells;
    }
}
