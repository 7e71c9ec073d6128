package bout.games.robotag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.Play;
import bout.TestJson;
import bout.engine.Action;
import bout.engine.Failure;
import bout.engine.HouseBot;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Result;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.engine.Turn;
import bout.engine.UnexpectedValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of RoboTag. A robot is written as "x y fuel" and an item as "x y value". */
class RoboTagTest {

    private static final RoboTag GAME = new RoboTag();
    private static final String FAR = "90 90 1000";

    // Set-up

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {}                                | [[0, 0], [100, 100]]
                    {'swap': true}                    | [[100, 100], [0, 0]]
                    {'start': 'inner'}                | [[25, 25], [75, 75]]
                    {'start': 'inner', 'swap': true}  | [[75, 75], [25, 25]]
                    """)
    void the_options_set_where_the_robots_start(String options, String starts) {
        Plain setUp = Plain.of(GAME.setUp(new SeededRandom("1"), options(options), 2));
        assertEquals(starts, "" + setUp.get("startPositions").value());
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "20, 60", "50, 100", "1, 0"})
    void the_options_set_the_number_of_items_and_each_is_worth_50_to_300(int tanks, int mines) {
        for (int seed = 0; seed < 30; seed++) {
            Plain setUp = Plain.of(GAME.setUp(
                    new SeededRandom("" + seed), options("{'fuelTanks':%d,'mines':%d}".formatted(tanks, mines)), 2));
            assertEquals(tanks, setUp.get("fuelTanks").length());
            assertEquals(mines, setUp.get("mines").length());
            for (String kind : List.of("fuelTanks", "mines")) {
                for (Plain item : setUp.get(kind).entries()) {
                    int value = item.get("value").integer(50, 300);
                    assertEquals(0, value % 50);
                    assertTrue(item.get("x").number() >= 0 && item.get("x").number() < 100);
                    assertTrue(item.get("y").number() >= 0 && item.get("y").number() < 100);
                }
            }
        }
    }

    /** With fifty tanks at least 10 units apart, the 200 draws run out before all tanks are placed. */
    @Test
    void from_draw_200_on_items_stay_where_they_land() {
        int ranOut = 0;
        for (int seed = 0; seed < 30; seed++) {
            SeededRandom random = new SeededRandom("" + seed);
            List<List<Double>> taken = new ArrayList<>(List.of(List.of(0.0, 0.0), List.of(100.0, 100.0)));
            List<List<Double>> tanks = new ArrayList<>();
            int draws = 0;
            while (tanks.size() < 50) {
                List<Double> tank = List.of(
                        random.nextDouble() * 100,
                        random.nextDouble() * 100,
                        50 * (1 + Math.floor(random.nextDouble() * 6)));
                draws++;
                boolean free = taken.stream()
                        .allMatch(at -> Step.distance(tank.get(0), tank.get(1), at.get(0), at.get(1)) > 10);
                if (draws >= 200 || free) {
                    taken.add(tank);
                    tanks.add(tank);
                }
            }
            ranOut += draws > 200 ? 1 : 0;

            Plain setUp = Plain.of(GAME.setUp(new SeededRandom("" + seed), options("{'fuelTanks':50,'mines':0}"), 2));
            assertEquals(
                    tanks,
                    setUp.get("fuelTanks").entries().stream()
                            .map(tank -> List.of(
                                    tank.get("x").number(),
                                    tank.get("y").number(),
                                    tank.get("value").number()))
                            .toList());
        }
        assertTrue(ranOut >= 5, "the draws ran out in " + ranOut + " of 30 maps");
    }

    // Moves

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    50 50 1000 | 2 1     | 52 51 993    | the squares of dx and dy plus 2
                    50 50 1000 | 0 0     | 50 50 998    | standing still costs 2
                    50 50 1000 | -3 0    | 47 50 989    | 3 is the maximum length
                    1 1 1000   | -2 -2   | 0 0 990      | a wall stops the robot but does not lower the cost
                    99 50 1000 | 3 0     | 100 50 989   | the opposite wall too
                    50 50 7    | 2 1     | 52 51 0      | exactly enough fuel for the move
                    50 50 6.5  | 2 1     | 50 50 0      | with less fuel, the robot stays and loses its fuel
                    50 50 1.5  | 0 0     | 50 50 0      | less than 2 fuel is not even enough to stand still
                    50 50 0    | 1 0     | 50 50 0      | a robot without fuel stays
                    """)
    void a_move_costs_its_full_length_even_at_a_wall(String before, String step, String after, String why) {
        RoboTagPosition state = state(before, FAR, "", "", 1000);
        play(state, step(step), new Step(0, 0));
        assertEquals(numbers(after), robot(state.first), why);
    }

    private static List<Double> robot(Robot robot) {
        return List.of(robot.x, robot.y, robot.fuel);
    }

    // Tags

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    50 50 1000 | 55 50 900  | 0 0 | 0 0  | 1 | exactly 5 apart is a tag
                    50 50 900  | 55 50 1000 | 0 0 | 0 0  | 2 | more fuel wins
                    50 50 1000 | 55 50 1000 | 0 0 | 0 0  |   | equal fuel is a draw
                    50 50 1000 | 55 50 1000 | 1 0 | 0 0  | 2 | the fuel after paying for the move counts
                    50 50 0    | 53 50 5    | 0 0 | 0 0  | 2 | a robot without fuel can be tagged
                    50 50 1000 | 58 50 900  | 2 0 | -1 0 | 1 | both robots move before the tag is checked
                    """)
    void robots_within_5_units_tag(String first, String second, String one, String two, Integer winner, String why) {
        RoboTagPosition state = state(first, second, "", "", 1000);
        play(state, step(one), step(two));
        assertEquals("tag", state.result().reason(), why);
        assertEquals(winner == null ? null : Seat.of(winner), state.result().winner(), why);
    }

    @Test
    void a_tag_is_checked_before_items_are_taken() {
        RoboTagPosition state = state("50 50 900", "54 50 1000", "50 50 300", "54 50 300", 1000);
        play(state, new Step(0, 0), new Step(0, 0));
        assertEquals(Result.of(Seat.SECOND, 898, 998, "tag"), state.result());
        assertEquals(List.of(), state.taken());
    }

    // Items

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    50 50 1000 | 52 50 100            |                     | 1098 | exactly 2 away is within reach
                    50 50 1000 | 52.1 50 100          |                     | 998  | more than 2 away is not
                    50 50 1000 | 51 50 100, 50 50 300 |                     | 1098 | the first in the list, not the nearest
                    50 50 1450 | 50 50 300            |                     | 1500 | a robot can have at most 1500
                    50 50 1450 | 50 50 300            | 50 50 100           | 1400 | first the tank, limited to 1500, then the mine
                    50 50 1000 |                      | 50 50 50, 50 50 300 | 948  | one mine per turn
                    50 50 40   |                      | 50 50 300           | 0    | fuel does not go below 0
                    50 50 0    | 50 50 100            |                     | 100  | a robot without fuel takes tanks
                    50 50 0    | 50 50 100            | 50 50 50            | 50   | a robot without fuel hits mines
                    """)
    void a_robot_takes_at_most_one_tank_and_one_mine_per_turn(
            String robot, String tanks, String mines, double fuel, String why) {
        RoboTagPosition state = state(robot, FAR, tanks, mines, 1000);
        play(state, new Step(0, 0), new Step(0, 0));
        assertEquals(fuel, state.first.fuel, why);
    }

    @Test
    void several_items_in_reach_are_taken_over_several_turns_and_leave_the_list() {
        RoboTagPosition state = state("50 50 500", FAR, "51 50 100, 10 10 50, 50 50 300", "", 1000);
        play(state, new Step(0, 0), new Step(0, 0));
        assertEquals("FIRST fuel 0", taken(state));
        play(state, new Step(0, 0), new Step(0, 0));
        assertEquals("FIRST fuel 2", taken(state));
        play(state, new Step(0, 0), new Step(0, 0));
        assertEquals(List.of(), state.taken());
        assertEquals(1, state.fuelTanks.size());
    }

    /** Both would be within 2 units of the tank, and so within 4 units of each other. */
    @Test
    void robots_that_reach_the_same_tank_tag_before_either_takes_it() {
        RoboTagPosition state = state("48 50 500", "52 50 400", "50 50 100", "", 1000);
        play(state, new Step(0, 0), new Step(0, 0));
        assertEquals(Result.of(Seat.FIRST, 498, 398, "tag"), state.result());
        assertEquals(1, state.fuelTanks.size());
    }

    @Test
    void player_1_takes_its_items_before_player_2() {
        RoboTagPosition state = state("10 10 500", "90 90 500", "90 90 100, 10 10 100", "90 90 50, 10 10 50", 1000);
        play(state, new Step(0, 0), new Step(0, 0));
        assertEquals("FIRST fuel 1, FIRST mine 1, SECOND fuel 0, SECOND mine 0", taken(state));
    }

    // The end

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    50 50 2   | 90 90 4    |          |                      | 1000 |              | one robot has fuel left
                    50 50 2   | 90 90 2    |          |                      | 1000 | out of fuel  | no robot has fuel left
                    50 50 2   | 90 90 2    | 50 50 50 |                      | 1000 |              | a tank reached with the last fuel
                    50 50 100 | 90 90 100  |          | 50 50 300, 90 90 300 | 1000 | out of fuel  | mines take the last fuel of both
                    50 50 2   | 90 90 2    |          |                      | 1    | out of fuel  | out of fuel comes before the last turn
                    50 50 900 | 90 90 1000 |          |                      | 2    |              | one turn is left
                    50 50 900 | 90 90 1000 |          |                      | 1    | time expired | after the last turn
                    50 50 900 | 54 50 1000 |          |                      | 1    | tag          | a tag in the last turn counts
                    50 50 900 | 55.000000000000007 50 1000 | |                | 1000 |              | a little more than 5 units is no tag
                    """)
    void a_match_ends_with_the_fuel_the_turns_or_a_tag(
            String first, String second, String tanks, String mines, int maxTurns, String reason, String why) {
        RoboTagPosition state = state(first, second, tanks, mines, maxTurns);
        play(state, new Step(0, 0), new Step(0, 0));
        assertEquals(reason, state.result() == null ? null : state.result().reason(), why);
        assertTrue(reason == null || reason.equals("tag") || state.result().winner() == null, "a draw");
    }

    // Answers

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {'dx':3,'dy':0}
                    {'dx':0,'dy':-3}
                    {'dx':0,'dy':0,'note':'extra fields are ignored'}
                    {'dx':1.5,'dy':-2.25}
                    {'dx':5e-324,'dy':0}
                    """)
    void a_step_of_at_most_3_is_legal(String json) {
        assertNull(read(json).failure());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {}                       | NOT_EXPECTED | Move error. Expecting { dx: _, dy: _ }
                    {'dx':1}                 | NOT_EXPECTED | Move error. Expecting { dx: _, dy: _ }
                    {'dx':'1','dy':'2'}      | NOT_EXPECTED | Move error. Expecting { dx: _, dy: _ }
                    {'dx':true,'dy':0}       | NOT_EXPECTED | Move error. Expecting { dx: _, dy: _ }
                    {'dx':null,'dy':0}       | NOT_EXPECTED | Move error. Expecting { dx: _, dy: _ }
                    [1,2]                    | NOT_EXPECTED | Move error. Expecting { dx: _, dy: _ }
                    null                     | NOT_EXPECTED | Move error. Expecting { dx: _, dy: _ }
                    {'dx':3.0000000000000004,'dy':0} | NOT_LEGAL | Move error. Exceeded maximum move distance of 3 (d = 3.0000000000000004)
                    {'dx':3,'dy':0.001}      | NOT_LEGAL | Move error. Exceeded maximum move distance of 3 (d = 3.000000166666662)
                    {'dx':-30,'dy':40}       | NOT_LEGAL | Move error. Exceeded maximum move distance of 3 (d = 50)
                    {'dx':1e999,'dy':0}      | NOT_LEGAL | Move error. Exceeded maximum move distance of 3 (d = Infinity)
                    {'dx':0,'dy':-1e999}     | NOT_LEGAL | Move error. Exceeded maximum move distance of 3 (d = Infinity)
                    {'dx':1e200,'dy':0}      | NOT_LEGAL | Move error. Exceeded maximum move distance of 3 (d = Infinity)
                    """)
    void any_other_answer_is_an_error_with_the_text_of_the_original(String json, Failure.Kind kind, String text) {
        assertEquals(new Failure(kind, text), read(json).failure());
    }

    @Test
    void nan_is_not_a_number() {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("dx", Double.NaN);
        answer.put("dy", 0);
        assertEquals(
                Failure.Kind.NOT_EXPECTED,
                match("{}").read(Seat.FIRST, answer).failure().kind());
    }

    // The numbers of the rules

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {'ante':10}           | 50 50 500  | 80 80 500  |              |           | 2 1 | 485 | a move costs 15
                    {'ante':0}            | 50 50 500  | 80 80 500  |              |           | 0 0 | 500 | standing still is free
                    {'maxFuel':550}       | 50 50 500  | 80 80 500  | 50 50 300    |           | 0 0 | 550 | a robot can have at most 550
                    {'fuelThreshold':4}   | 50 50 500  | 80 80 500  | 54 50 300    |           | 0 0 | 798 | a tank 4 away
                    {'fuelThreshold':0}   | 50 50 500  | 80 80 500  | 50 50 300    |           | 0 0 | 798 | a tank at the same position
                    {'fuelThreshold':0}   | 50 50 500  | 80 80 500  | 50 50.5 300  |           | 0 0 | 498 | a tank half a unit away
                    {'mineThreshold':1}   | 50 50 500  | 80 80 500  |              | 52 50 300 | 0 0 | 498 | a mine 2 away
                    {'mineThreshold':3}   | 50 50 500  | 80 80 500  |              | 53 50 300 | 0 0 | 198 | a mine 3 away
                    """)
    void a_match_can_change_the_rule_numbers(
            String options,
            String first,
            String second,
            String tanks,
            String mines,
            String step,
            double fuel,
            String why) {
        RoboTagPosition state = state(RuleNumbers.of(options(options)), first, second, tanks, mines, 1000);
        play(state, step(step), new Step(0, 0));
        assertEquals(fuel, state.first.fuel, why);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {'tagThreshold':1} | 51   | tag
                    {'tagThreshold':1} | 51.5 |
                    {'tagThreshold':0} | 50   | tag
                    {'tagThreshold':9} | 59   | tag
                    """)
    void a_match_can_change_the_tag_distance(String options, double x, String reason) {
        RoboTagPosition state = state(RuleNumbers.of(options(options)), "50 50 500", x + " 50 400", "", "", 1000);
        play(state, new Step(0, 0), new Step(0, 0));
        assertEquals(reason, state.result() == null ? null : state.result().reason());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {'maxMove':5} | {'dx':3,'dy':4} |
                    {'maxMove':5} | {'dx':6,'dy':0} | Move error. Exceeded maximum move distance of 5 (d = 6)
                    {'maxMove':1} | {'dx':2,'dy':0} | Move error. Exceeded maximum move distance of 1 (d = 2)
                    """)
    void a_match_can_change_the_maximum_length_of_a_move(String options, String answer, String text) {
        Failure failure = match(options).read(Seat.FIRST, TestJson.read(answer)).failure();
        assertEquals(text, failure == null ? null : failure.text());
    }

    @Test
    void a_bot_is_sent_the_rule_numbers_if_they_are_not_the_standard_ones() {
        assertFalse(match("{'maxTurns':7,'mines':0}").request(Seat.FIRST).containsKey("rules"));
        Match<Step> match = match("{'maxMove':1,'startFuel':700}");
        assertEquals(TestJson.read("""
                        {'maxMove':1,'tagThreshold':5,'fuelThreshold':2,'mineThreshold':2,'startFuel':700,'maxFuel':1500,'ante':2}
                        """), match.request(Seat.SECOND).get("rules"));
        assertEquals(700, ((RoboTagPosition) match.position()).first.fuel);
    }

    /** The shortest possible moves, and long ones. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 100})
    void house_bots_obey_the_maximum_length_of_a_move(int maxMove) {
        for (HouseBot bot : GAME.houseBots()) {
            Match<Step> match = Play.match(
                    GAME, "rules", options("{'maxTurns':300,'maxMove':%d}".formatted(maxMove)), bot.name(), "bouncy");
            assertTrue(match.calls().stream().allMatch(call -> call.failure() == null), bot.name());
        }
    }

    @ParameterizedTest
    @CsvSource({"true, false, p1 error", "false, true, p2 error", "true, true, p1 error"})
    void an_error_ends_the_match_without_a_winner_and_is_recorded(boolean first, boolean second, String reason) {
        Match<Step> match = match("{}");
        Action<Step> good = Action.moved(new Step(1, 1));
        Action<Step> bad = match.read(Seat.FIRST, null);
        match.play(Turn.of(first ? bad : good, second ? bad : good));
        assertEquals(Result.of(null, 1000, 1000, reason), match.result());
        assertEquals(first, match.calls().get(0).failure() != null);
        assertEquals(second, match.calls().get(1).failure() != null);
    }

    @Test
    void each_robot_is_sent_itself_as_my_and_only_the_remaining_items() {
        Match<Step> match = Match.of(GAME, "", options("{}"), Plain.of(TestJson.read("""
                {'width':100,'height':100,'startPositions':[[10,20],[80,90]],
                 'fuelTanks':[{'x':10,'y':20,'value':50},{'x':40.5,'y':1,'value':300}],'mines':[{'x':3,'y':4,'value':100}]}
                """)));
        match.play(Turn.of(Action.moved(new Step(0, 0)), Action.moved(new Step(0, 0))));
        assertEquals(TestJson.read("""
                        {'my':{'x':10,'y':20,'fuel':1048},'enemy':{'x':80,'y':90,'fuel':998},
                         'map':{'width':100,'height':100,'fuelTanks':[{'x':40.5,'y':1,'value':300}],
                                'mines':[{'x':3,'y':4,'value':100}]}}
                        """), match.request(Seat.FIRST));
        Plain second = Plain.of(match.request(Seat.SECOND));
        assertEquals(80, second.get("my").get("x").number());
        assertEquals(10, second.get("enemy").get("x").number());
        assertFalse(second.get("map").has("startPositions"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {}                                          | /width: expected a number, found nothing
                    {'width':100,'height':-1}                   | /height: expected a number from 0 to 1000000, found the number -1
                    {'width':100,'height':100,'startPositions':[[0,0]]} | /startPositions: expected a list of 2, found a list of 1
                    {'width':100,'height':100,'startPositions':[[0,0],[0,101]]} | /startPositions/1/1: expected a number from 0 to 100, found the number 101
                    {'width':9,'height':9,'startPositions':[[0,0],[0,1]],'fuelTanks':[{'x':1,'y':'1'}]} | /fuelTanks/0/y: expected a number, found the string "1"
                    """)
    void a_malformed_set_up_is_rejected_with_the_position_of_the_error(String json, String message) {
        UnexpectedValue unexpected =
                assertThrows(UnexpectedValue.class, () -> GAME.start(Plain.of(TestJson.read(json)), options("{}")));
        assertEquals(message, unexpected.getMessage());
    }

    private static Action<Step> read(String json) {
        return match("{}").read(Seat.FIRST, TestJson.read(json));
    }

    private static Match<Step> match(String options) {
        return Match.draw(GAME, "1", options(options));
    }

    private static Options options(String json) {
        return Options.read(GAME.card().options(), Plain.of(TestJson.read(json)));
    }

    private static RoboTagPosition state(String first, String second, String tanks, String mines, int maxTurns) {
        return state(RuleNumbers.ORIGINAL, first, second, tanks, mines, maxTurns);
    }

    private static RoboTagPosition state(
            RuleNumbers numbers, String first, String second, String tanks, String mines, int maxTurns) {
        return new RoboTagPosition(
                100, 100, numbers, maxTurns, List.of(robot(first), robot(second)), items(tanks), items(mines));
    }

    private static void play(RoboTagPosition state, Step first, Step second) {
        state.play(Turn.of(Action.moved(first), Action.moved(second)));
    }

    private static Robot robot(String text) {
        List<Double> numbers = numbers(text);
        return new Robot(numbers.get(0), numbers.get(1), numbers.get(2));
    }

    private static List<Item> items(String text) {
        List<Object> items = new ArrayList<>();
        if (text != null && !text.isEmpty()) {
            for (String item : text.split(", ")) {
                List<Double> numbers = numbers(item);
                items.add(Map.of("x", numbers.get(0), "y", numbers.get(1), "value", numbers.get(2)));
            }
        }
        return RoboTag.readItems(Plain.of(items));
    }

    private static String taken(RoboTagPosition state) {
        return state.taken().stream()
                .map(taken -> taken.seat()
                        + (taken.fuel() ? " fuel " : " mine ")
                        + taken.item().index())
                .collect(Collectors.joining(", "));
    }

    private static Step step(String text) {
        return new Step(numbers(text).get(0), numbers(text).get(1));
    }

    private static List<Double> numbers(String text) {
        List<Double> numbers = new ArrayList<>();
        for (String number : text.split(" ")) {
            numbers.add(Double.valueOf(number));
        }
        return numbers;
    }
}
