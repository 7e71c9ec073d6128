package bout.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.TestJson;
import bout.conformance.Vectors.Outcome;
import bout.engine.Game;
import bout.engine.Plain;
import bout.engine.UnexpectedValue;
import bout.games.Games;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VectorsTest {

    private static final Path VECTORS = Path.of("../../shared-engine/src/test/resources/vectors");

    @TestFactory
    Stream<DynamicTest> every_recorded_match_and_situation_is_reproduced() throws IOException {
        List<Path> files;
        try (Stream<Path> walked = Files.walk(VECTORS)) {
            files = walked.filter(Files::isRegularFile).sorted().toList();
        }
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(
                        file.getParent().getFileName() + "/" + file.getFileName(), () -> assertReproduced(file)));
    }

    private static void assertReproduced(Path file) throws IOException {
        List<Outcome> outcomes = Vectors.check(Plain.of(TestJson.read(Files.readString(file))));
        assertFalse(outcomes.isEmpty());
        for (Outcome outcome : outcomes) {
            assertTrue(outcome.passed(), () -> outcome.name() + ": " + outcome.difference());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ajax-tiles/scenarios   | 16
                    ice-and-fire-maps/maps | 100
                    tokens/t01             | 25
                    """)
    void every_situation_of_a_file_has_its_own_outcome(String file, int outcomes) {
        assertEquals(
                outcomes,
                Vectors.check(Plain.of(TestJson.resource("vectors/" + file + ".json")))
                        .size());
    }

    @Test
    void every_game_has_vectors() {
        for (Game<?> game : Games.ALL) {
            String id = game.card().id();
            assertTrue(Files.isDirectory(VECTORS.resolve(id)), id);
            assertTrue(Vectors.kinds().contains(id), id);
        }
    }

    /** Changes one value of each kind in a vector file, and checks that the difference names it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    ajax-tiles/001 | /events/28        | 'lost'    | turn 28, click at (13, 5): won, recorded: lost
                    ajax-tiles/001 | /after/3/4        | 'r'       | at the end tile (3, 4): "b", recorded: "r"
                    ajax-tiles/001 | /result/scores/1  | 25        | result: {places=[1, 2], scores=[30, 24], reason=turns}, recorded: {places=[1, 2], scores=[30, 25], reason=turns}
                    ajax-tiles/scenarios | /scenarios/0/after/5/1 | 'b' | tile (5, 1): "r", recorded: "b"
                    tokens/001 | /states/0/scores/0    | 4         | after turn 0: scores: [3, 0], recorded: [4, 0]
                    tokens/001 | /states/1/colorBonus/1 | 1        | after turn 1: colorBonus: [0, 0], recorded: [0, 1]
                    tokens/001 | /states/0/lastColor/0 | '#0000FF' | after turn 0: lastColor: [#FF0000, #000000], recorded: [#0000FF, #000000]
                    tokens/001 | /states/1/pos/1/0     | 3         | after turn 1: pos: [[2, 3], [1, 3]], recorded: [[2, 3], [3, 3]]
                    tokens/001 | /states/2/tokens      | 7         | after turn 2: tokens: 8, recorded: 7
                    tokens/001 | /states/1/idle        | 0         | after turn 1: idle: 1, recorded: 0
                    tokens/001 | /turns/1/move         | null      | after turn 1: pos: [[2, 3], [2, 3]], recorded: [[2, 3], [1, 3]]
                    tokens/001 | /turns/1/player       | 1         | turn 1: player to move: 2, recorded: 1
                    tokens/001 | /result/winner        | 2         | result: {places=[1, 2], scores=[26, 1], reason=all-eaten}, recorded: {places=[2, 1], scores=[26, 1], reason=all-eaten}
                    tokens/001 | /result/reason        | 'idle'    | result: {places=[1, 2], scores=[26, 1], reason=all-eaten}, recorded: {places=[1, 2], scores=[26, 1], reason=idle}
                    tokens/t01 | /games/0/scores/1     | 4         | scores: [50, 3], recorded: [50, 4]
                    tokens/t01 | /games/0/reason       | 'idle'    | reason: all-eaten, recorded: idle
                    tokens/t01 | /totals/3             | 973       | points of player 3: 972, recorded: 973
                    ice-and-fire/001 | /turns/1/input/gold            | 23 | turn 1 of player 1: gold: 22, recorded: 23
                    ice-and-fire/001 | /turns/1/input/opponentIncome  | 2  | turn 1 of player 1: opponentIncome: 1, recorded: 2
                    ice-and-fire/001 | /turns/1/input/rows/0          | 'X' | turn 1 of player 1: rows:
                    ice-and-fire/001 | /turns/1/input/buildings/0/1   | 2  | turn 1 of player 1: buildings: [[0, 0, 11, 11], [1, 0, 0, 0]], recorded: [[0, 2, 11, 11], [1, 0, 0, 0]]
                    ice-and-fire/001 | /turns/1/input/units/0/2       | 2  | turn 1 of player 1: units: [[1, 1, 1, 1, 0]], recorded: [[1, 1, 2, 1, 0]]
                    ice-and-fire/001 | /turns/1/outcomes/0            | 'msg' | turn 1 of player 1: outcomes: [wait], recorded: [msg]
                    ice-and-fire/001 | /turns/1/turn                  | 2  | turn 2 of player 1: turn: 1, recorded: 2
                    ice-and-fire/001 | /turns/1/commands              | 'DANCE' | turn 1 of player 1: outcomes: [unrecognised], recorded: [wait]
                    ice-and-fire/001 | /final/gold/1                  | 8  | at the end: gold: [8, 7], recorded: [8, 8]
                    ice-and-fire/001 | /final/income/0                | 2  | at the end: income: [1, 49], recorded: [2, 49]
                    ice-and-fire/001 | /result/scores/1               | 316 | result: scores: [-1, 317], recorded: [-1, 316]
                    ice-and-fire/001 | /result/reason                 | 'turns' | result: reason: hq, recorded: turns
                    ice-and-fire-maps/maps | /maps/0/mineSpots/0/0    | 2  | mineSpots: [[1, 0], [6, 1], [1, 5], [10, 6], [5, 10], [10, 11]], recorded: [[2, 0], [6, 1], [1, 5], [10, 6], [5, 10], [10, 11]]
                    ice-and-fire-maps/maps | /maps/0/seed             | '1' | rows: [...#########,
                    connect-four/beside-one-another | /picture/four/0/0 | 1 | four: [[2, 0], [3, 0], [4, 0], [5, 0]], recorded: [[1, 0], [3, 0], [4, 0], [5, 0]]
                    connect-four/beside-one-another | /result/winner | 2 | result: {places=[1, 2], scores=[1, 0], reason=four}, recorded: {places=[2, 1], scores=[1, 0], reason=four}
                    connect-four/beside-one-another | /result        | null | result: {places=[1, 2], scores=[1, 0], reason=four}, recorded: null
                    connect-four/beside-one-another | /failure       | 'not-legal' | failure of the last answer: null, recorded: not-legal
                    connect-four/beside-one-another | /answers/6/column | 6 | columns:
                    connect-four/beside-one-another | /answers/2/column | 9 | answer 2 failed: There is no such column
                    connect-four/three-are-not-four | /result        | {'winner':1,'scores':[1,0],'reason':'four'} | result: null, recorded: {places=[1, 2]
                    robotag/001 | /states/0/0     | 26         | at the start: x1: 25, recorded: 26
                    robotag/001 | /states/1/4     | 73.17093710194805 | after turn 1: y2: 73.17093710194804, recorded: 73.17093710194806
                    robotag/001 | /states/1/5     | 989        | after turn 1: f2: 989.4618423756212, recorded: 989
                    robotag/001 | /items/0/index  | 14         | item 0: turn 7: fuel 15 by player 1, recorded: turn 7: fuel 14 by player 1
                    robotag/001 | /items/0/turn   | 8          | item 0: turn 7: fuel 15 by player 1, recorded: turn 8: fuel 15 by player 1
                    robotag/001 | /items/0/player | 2          | item 0: turn 7: fuel 15 by player 1, recorded: turn 7: fuel 15 by player 2
                    robotag/001 | /items/1/kind   | 'fuel'     | item 1: turn 11: mine 22 by player 1, recorded: turn 11: fuel 22 by player 1
                    robotag/001 | /turns/0/0      | 1.5        | after turn 1: x1: 26.5, recorded: 26.184613165047022
                    robotag/001 | /turns/0/3      | 4          | after turn 1: x1: 25, recorded: 26.184613165047022
                    robotag/001 | /result/winner  | 'p2'       | result: winner: p1, recorded: p2
                    robotag/001 | /result/id      | 'out of fuel' | result: id: tag, recorded: out of fuel
                    robotag/011 | /result/description | 'Too far.' | result: description: Move error. Exceeded maximum move distance of 3 (d = 3.000000166666662), recorded: Too far.
                    battlesnake/001 | /turns/0/after/s1/health | 98 | after turn 0: snakes: {s1={head=[0, 5], length=3, health=99}
                    battlesnake/001 | /turns/1/food/0/0 | 5 | after turn 1: food: [[4, 0],
                    battlesnake/001 | /turns/0/moves/s2 | 'up' | after turn 0: snakes: {s1={head=[0, 5], length=3, health=99}, s2={head=[5, 10]
                    battlesnake/001 | /winner | 'nobody' | winner:
                    battlesnake/014 | /final/2 | {} | final: [{id=s1,
                    battlesnake/003 | /final/0/health | 1 | final: [{id=s1, health=
                    """)
    void a_changed_value_is_reported(String name, String pointer, String value, String difference) {
        Plain file = Plain.of(TestJson.resource("vectors/" + name + ".json"));
        TestJson.set(file, pointer, TestJson.read(value));
        List<String> differences = Vectors.check(file).stream()
                .filter(outcome -> !outcome.passed())
                .map(Outcome::difference)
                .toList();
        assertEquals(1, differences.size(), "" + differences);
        assertTrue(differences.getFirst().startsWith(difference), "" + differences);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    tokens/001       | /states/0         | /states: expected a list of 51, found a list of 50
                    robotag/001      | /turns/0          | /states: expected a list of 236, found a list of 237
                    robotag/001      | /items/0          | item 0: turn 7: fuel 15 by player 1, recorded: turn 11: mine 22 by player 1
                    ice-and-fire/001 | /turns/51         | the match is not over after all 51 recorded turns
                    ice-and-fire/001 | /turns/0          | turn 1 of player 1: player: 0, recorded: 1
                    tokens/t01       | /games/0/moves/0  | the match is over after 52 turns (idle), but 146 are recorded
                    """)
    void a_missing_entry_is_reported(String name, String pointer, String difference) {
        Plain file = Plain.of(TestJson.resource("vectors/" + name + ".json"));
        TestJson.remove(file, pointer);
        String found;
        try {
            found = Vectors.check(file).getFirst().difference();
        } catch (UnexpectedValue unexpected) {
            found = unexpected.getMessage();
        }
        assertEquals(difference, found);
    }

    @Test
    void a_missing_turn_is_reported() {
        Plain file = vector("005");
        file.get("turns").list().removeLast();
        file.get("events").list().removeLast();
        Outcome outcome = Vectors.check(file).getFirst();
        assertTrue(outcome.difference().startsWith("at the end tile "), outcome.difference());
    }

    @Test
    void an_extra_turn_is_reported() {
        Plain file = vector("005");
        TestJson.set(file, "/turns/520", List.of(0, 0));
        TestJson.set(file, "/events/520", "pass");
        assertEquals(
                "the match is over after 520 turns (full), but 521 are recorded",
                Vectors.check(file).getFirst().difference());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {}                                  | /game: expected one of ajax-tiles, ajax-tiles-scenarios, tokens,
                    {'game':'chess'}                    | /game: expected one of ajax-tiles, ajax-tiles-scenarios, tokens,
                    []                                  | The document: expected an object, found a list of 0
                    {'game':'ajax-tiles'}               | /name: expected a string, found nothing
                    {'game':'ajax-tiles-scenarios'}     | /scenarios: expected a list, found nothing
                    {'game':'ajax-tiles-scenarios','scenarios':[{}]} | /scenarios/0/board: expected a list, found nothing
                    """)
    void a_malformed_file_is_rejected_with_the_position_of_the_error(String json, String message) {
        UnexpectedValue unexpected = assertThrows(
                UnexpectedValue.class, () -> Vectors.check(Plain.of(TestJson.read(json.replace("\"", "'")))));
        assertTrue(unexpected.getMessage().startsWith(message), unexpected.getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    maxTurns | 0            | /maxTurns: expected a whole number from 1 to 10000, found the number 0
                    maxTurns | '60'         | /maxTurns: expected a whole number from 1 to 10000, found the string "60"
                    board    | []           | /board: expected a list of 24, found a list of 0
                    turns    | [[1]]        | /events: expected a list of 1, found a list of 60
                    turns    | 7            | /turns: expected a list, found the number 7
                    events   | ['paint']    | /events: expected a list of 60, found a list of 1
                    after    | null         | /after: expected a list, found nothing
                    result   | {}           | /result/scores: expected a list, found nothing
                    result   | {'scores':[30,24],'winner':'red','reason':'turns'} | /result/winner: expected one of r, b, found the string "red"
                    result   | {'scores':[30,999],'winner':'r','reason':'turns'} | /result/scores/1: expected a whole number from 0 to 288, found the number 999
                    """)
    void a_malformed_game_file_is_rejected_with_the_position_of_the_error(String field, String json, String message) {
        Plain file = vector("001");
        TestJson.set(file, "/" + field, TestJson.read(json.replace("\"", "'")));
        UnexpectedValue unexpected = assertThrows(UnexpectedValue.class, () -> Vectors.check(file));
        assertEquals(message, unexpected.getMessage());
    }

    @Test
    void an_unknown_event_is_rejected() {
        Plain file = vector("001");
        TestJson.set(file, "/events/3", "explode");
        UnexpectedValue unexpected = assertThrows(UnexpectedValue.class, () -> Vectors.check(file));
        assertEquals("/events/3", unexpected.pointer());
    }

    private static Plain vector(String name) {
        return Plain.of(TestJson.resource("vectors/ajax-tiles/" + name + ".json"));
    }
}
