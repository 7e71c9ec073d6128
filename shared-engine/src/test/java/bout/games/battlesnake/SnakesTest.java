package bout.games.battlesnake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
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
import bout.games.battlesnake.Board.Ruleset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of Snakes. Snakes are lists of cells from head to tail, separated by slashes. */
class SnakesTest {

    private static final Snakes GAME = new Snakes();

    private static final int SIZE = 7;
    private static final int DAMAGE = 14;

    // One turn

    /** Moves by their letters; {@code -} is no valid move. Expected: cells and health, or how the snake went out. */
    @ParameterizedTest(name = "{6}")
    @CsvSource(delimiter = '|', textBlock = """
            standard | 33 33 33                | -  | -     | u     | 34 33 33 99                      | a step up: y grows
            standard | 33 32 31                | -  | -     | r     | 43 33 32 99                      | the end of the tail goes
            standard | 33 32 31                | -  | -     | -     | 34 33 32 99                      | no valid move is straight on
            standard | 33 33 33                | -  | -     | -     | 34 33 33 99                      | or up, with no direction yet
            wrapped  | 06 05 04                | -  | -     | u     | 00 06 05 99                      | across the upper edge
            wrapped  | 00 06 05                | -  | -     | -     | 01 00 06 99                      | straight on, the neck beyond the upper edge
            wrapped  | 60 00 10                | -  | -     | -     | 50 60 00 99                      | straight on, the neck beyond the right edge
            wrapped  | 03 13 23                | -  | -     | -     | 63 03 13 99                      | straight on, over the left edge
            standard | 33 32 31 h1             | -  | -     | u     | out-of-health by 0               | hunger
            standard | 33 32 31 h1             | 34 | -     | u     | 34 33 32 32 100                  | who eats at health 0 lives
            standard | 33 32 31                | -  | 34    | u     | 34 33 32 85                      | a hazard costs health
            standard | 33 32 31                | -  | 34 34 | u     | 34 33 32 71                      | a hazard that is there twice counts twice
            standard | 33 32 31 h15            | -  | 34    | u     | hazard by 0                      | out by a hazard
            standard | 33 32 31 h9             | 34 | 34    | u     | 34 33 32 32 100                  | food protects from a hazard
            standard | 36 35 34                | -  | -     | u     | wall-collision by 0              | over the edge
            standard | 33 23 24 34 44          | -  | -     | u     | snake-self-collision by 1        | into its own body
            standard | 33 32 31                | -  | -     | d     | snake-self-collision by 1        | back into its neck
            standard | 33 23 24 34             | -  | -     | u     | 34 33 23 24 99                   | where its own tail was
            standard | 33 32 31 / 35 34 44 45  | -  | -     | u / u | snake-collision by 2 / 36 35 34 44 99 | into another's body
            standard | 33 32 31 / 35 34 44 45 46 | - | -    | u / r | snake-collision by 2 / snake-self-collision by 2 | both from the same picture
            standard | 32 31 30 / 34 35 36     | -  | -     | u / d | head-collision by 2 / head-collision by 1 | heads of equally long snakes
            standard | 32 31 30 / 34 35 36 26  | -  | -     | u / d | head-collision by 2 / 33 34 35 36 99 | the longer of two heads stays
            standard | 32 31 30 / 34 35 36 26  | 33 | -     | u / d | head-collision by 2 / 33 34 35 36 36 100 | two heads on the same food
            standard | 32 31 30 / 23 13 03 / 43 53 63 62 | - | - | u / r / l | head-collision by 3 / head-collision by 3 / 33 43 53 63 99 | the longest is named
            standard | 36 35 34 / 45 55 65     | -  | -     | u / l | wall-collision by 0 / 35 45 55 99 | who left the board is not run into
            constrictor | 33 33 33             | -  | -     | u     | 34 33 33 100                     | nobody grows whose last two cells are one
            constrictor | 33 32 31 h50         | 00 | -     | u     | 34 33 32 32 100                  | all others grow, and nobody is hungry
            """)
    void a_turn(String ruleset, String snakes, String food, String hazards, String moves, String after, String what) {
        Board board = board(Ruleset.of(ruleset), snakes, food, hazards);
        board.play(moves(board, moves));
        List<String> found = board.snakes().stream()
                .map(snake -> snake.inPlay()
                        ? drawn(board, snake) + " " + snake.health()
                        : snake.out().cause().code() + " by " + (snake.out().by() + 1))
                .toList();
        assertEquals(after, String.join(" / ", found));
        assertEquals(board.foods(), board.food().size());
    }

    /** The first snake goes to the left until it is out, the other one straight on. */
    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource(delimiter = '|', textBlock = """
            standard | 33 32 31            | 3 | false
            standard | 33 32 31            | 4 | true
            solo     | 33 32 31 / 53 52 51 | 3 | false
            standard | 33 32 31 / 50 51 52 | 1 | true
            solo     | 33 32 31 / 50 51 52 | 1 | false
            solo     | 33 32 31 / 50 51 52 | 4 | true
            """)
    void a_match_ends_with_one_snake_in_play_and_of_one_or_in_solo_with_none(
            String ruleset, String snakes, int turns, boolean over) {
        Board board = board(Ruleset.of(ruleset), snakes, "-", "-");
        for (int turn = 0; turn < turns; turn++) {
            board.play(moves(board, "l"));
        }
        assertEquals(over, board.over());
    }

    @Test
    void a_copy_of_a_board_does_not_change_it() {
        Board board = board(Ruleset.STANDARD, "33 32 31 / 53 52 51", "34", "-");
        Board copy = new Board(board);
        copy.play(new Direction[] {Direction.UP, Direction.UP});
        assertEquals("33 32 31", drawn(board, board.snakes().getFirst()));
        assertEquals(List.of(1, 0), List.of(board.foods(), copy.foods()));
        assertTrue(board.isBlocked(board.cell(3, 2)));
        assertFalse(board.isBlocked(board.cell(3, 1)), "the tail moves away");
        assertTrue(board.isBlocked(board.cell(3, 3)), "the head will be a body");
        assertTrue(board.isBlocked(board.cell(-1, 3)));
    }

    // Set-up

    @ParameterizedTest
    @ValueSource(ints = {7, 11, 19})
    void snakes_start_in_corners_and_at_the_middles_of_edges_with_food_beside_them(int size) {
        Set<Object> firsts = new HashSet<>();
        Set<Object> chances = new HashSet<>();
        int middle = (size - 1) / 2;
        for (int seed = 0; seed < 200; seed++) {
            int seats = 1 + seed % 8;
            Match<Direction> match = Match.draw(GAME, "" + seed, options("size", "" + size), seats);
            Board board = board(match);
            Set<Integer> heads = new HashSet<>();
            for (Snake snake : board.snakes()) {
                int head = snake.head();
                heads.add(head);
                firsts.add(board.snakes().getFirst().head());
                assertTrue(Set.of(1, middle, size - 2).contains(board.x(head)), "" + board.x(head));
                assertTrue(Set.of(1, middle, size - 2).contains(board.y(head)), "" + board.y(head));
                assertEquals(List.of(3, 100), List.of(snake.length(), snake.health()));
                assertEquals(head, snake.tail());
                boolean beside = board.food().stream()
                        .anyMatch(food -> Math.abs(board.x(food) - board.x(head)) == 1
                                && Math.abs(board.y(food) - board.y(head)) == 1);
                assertEquals(seats <= 4 || size > 7, beside, "seed " + seed);
            }
            assertEquals(seats, heads.size());
            assertFalse(heads.contains(board.cell(middle, middle)));
            assertTrue(board.isFood(board.cell(middle, middle)));
            assertFalse(board.isFood(board.cell(0, 0)));
            assertEquals(seats <= 4 || size > 7 ? seats + 1 : 1, board.foods());
            assertEquals(seats, match.seats().size());
            chances.add(Plain.of(match.setUp()).get("chance").text());
        }
        assertEquals(8, firsts.size(), "every place comes first now and then");
        assertEquals(200, chances.size());
    }

    @Test
    void there_is_no_food_in_a_constrictor() {
        Match<Direction> match = Match.draw(GAME, "1", options("ruleset", "constrictor"), 4);
        match.play(Turn.of(match, seat -> straightOn()));
        assertEquals(0, board(match).foods());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                                    | /snakes: expected a list, found nothing
            {'snakes':[],'food':[],'chance':'1'}                  | /snakes: expected from 1 to 8 snakes, found a list of 0
            {'snakes':[[1,11]],'food':[],'chance':'1'}            | /snakes/0/1: expected a whole number from 0 to 10, found the number 11
            {'snakes':[[1,1]],'food':[[1]],'chance':'1'}          | /food/0: expected a list of 2, found a list of 1
            {'snakes':[[1,1]],'food':[]}                          | /chance: expected a string, found nothing
            {'snakes':[[1,1]],'food':[],'chance':'1','size':1}    | The document: expected no field other than [snakes, food, chance], found the string "size"
            """)
    void a_malformed_set_up_is_rejected(String json, String message) {
        Plain setUp = Plain.of(TestJson.read(json));
        assertEquals(
                message,
                assertThrows(UnexpectedValue.class, () -> GAME.start(setUp, options()))
                        .getMessage());
    }

    // Chance

    @Test
    void food_appears_where_nothing_is_and_as_often_as_the_options_say() {
        Match<Direction> match = Match.draw(GAME, "1", options("foodSpawnChance", 100, "minimumFood", 8), 2);
        int before = board(match).foods();
        match.play(Turn.of(match, seat -> straightOn()));
        assertTrue(before < 8);
        assertTrue(board(match).foods() >= 8);
        Match<Direction> never = Match.draw(GAME, "1", options("foodSpawnChance", 0), 1);
        int first = board(never).foods();
        never.play(Turn.of(never, seat -> straightOn()));
        assertEquals(first, board(never).foods());
    }

    @Test
    void a_board_without_room_gets_no_more_food() {
        Board board = new Board(Ruleset.STANDARD, 1, 3, 0);
        board.add(new int[] {board.cell(0, 0), board.cell(0, 0)}, 100);
        SnakesPosition position = new SnakesPosition(board, options("minimumFood", 20), "1");
        position.play(Turn.of(straightOn(), null));
        assertEquals(List.of(board.cell(0, 2)), board.food());
    }

    @Test
    void chance_depends_on_the_set_up_and_the_turn_only() {
        Options always = options("foodSpawnChance", 100, "ruleset", "wrapped");
        Match<Direction> one = Match.draw(GAME, "1", always, 2);
        Match<Direction> same = Match.of(GAME, "another seed", always, Plain.of(one.setUp()));
        Plain changed = Plain.of(TestJson.throughJson(one.setUp()));
        TestJson.set(changed, "/chance", "another");
        Match<Direction> other = Match.of(GAME, "1", always, changed);
        for (int turn = 0; turn < 4; turn++) {
            for (Match<Direction> match : List.of(one, same, other)) {
                match.play(Turn.of(match, seat -> straightOn()));
            }
            assertEquals(board(one).food(), board(same).food());
        }
        assertNotEquals(board(one).food(), board(other).food());
    }

    @Test
    void the_hazards_of_royale_grow_by_one_side_at_a_time() {
        Options options = options("ruleset", "royale", "shrinkEveryNTurns", 2, "hazardDamagePerTurn", 0);
        Match<Direction> match = Match.draw(GAME, "3", options, 1);
        List<Integer> sizes = new ArrayList<>();
        while (sizes.size() < 6) {
            // Round and round: up, left, down, right.
            Direction next = Direction.ALL.get(new int[] {0, 2, 1, 3}[match.turn() % 4]);
            match.play(Turn.of(match, seat -> Action.moved(next)));
            sizes.add(board(match).hazards().size());
        }
        assertEquals(List.of(0, 11, 11), sizes.subList(0, 3));
        assertTrue(List.of(21, 22).contains(sizes.get(3)) && sizes.get(5) > sizes.get(4), "" + sizes);
    }

    // The end

    @Test
    void places_follow_the_order_of_going_out_and_scores_are_turns_survived() {
        Match<Direction> match = match("[[0,5],[5,1],[9,9],[9,1]]");
        for (String moves : List.of("lurl", "-lrd", "-l-d")) {
            match.play(Turn.of(match, seat -> Action.moved(Direction.ofLetter("" + moves.charAt(seat.index())))));
        }
        assertEquals(new Result(List.of(4, 1, 3, 2), List.of(1.0, 3.0, 2.0, 3.0), "last"), match.result());
    }

    @Test
    void those_who_go_out_last_together_share_the_place() {
        Match<Direction> match = match("[[0,5],[10,5]]");
        match.play(Turn.of(Action.moved(Direction.LEFT), Action.moved(Direction.RIGHT)));
        assertEquals(new Result(List.of(1, 1), List.of(1.0, 1.0), "last"), match.result());
    }

    /** Two snakes go up for ever, across the edge, and eat now and then; the second one is longer. */
    @Test
    void after_the_most_turns_the_longest_wins() {
        Board board = new Board(Ruleset.WRAPPED, 19, 19, 0);
        board.add(new int[] {board.cell(3, 3), board.cell(3, 2)}, 100);
        board.add(new int[] {board.cell(5, 3), board.cell(5, 2), board.cell(5, 1)}, 100);
        while (board.turn() < SnakesPosition.MOST_TURNS - 1) {
            if (board.turn() % 90 == 0) {
                board.snakes().forEach(snake -> board.addFood(board.next(snake.head(), Direction.UP)));
            }
            board.play(new Direction[2]);
        }
        SnakesPosition position = new SnakesPosition(board, options(), "1");
        position.play(Turn.of(straightOn(), straightOn()));
        assertEquals(new Result(List.of(2, 1), List.of(1000.0, 1000.0), "turns"), position.result());
    }

    // Requests and answers

    @ParameterizedTest
    @ValueSource(ints = {7, 11, 19})
    void a_snake_that_left_the_board_is_told_where_its_head_is(int size) {
        int last = size - 1;
        Object setUp = Plain.object(
                "snakes",
                List.of(List.of(0, 3), List.of(last, 3), List.of(3, 0), List.of(3, last)),
                "food",
                List.of(),
                "chance",
                "1");
        Match<Direction> match = Match.of(GAME, "1", options("size", "" + size), Plain.of(setUp));
        match.play(Turn.of(match, seat -> Action.moved(Direction.ofLetter("" + "lrdu".charAt(seat.index())))));
        assertEquals(
                List.of("{x=-1, y=3}", "{x=" + size + ", y=3}", "{x=3, y=-1}", "{x=3, y=" + size + "}"),
                Seat.first(4).stream()
                        .map(seat -> ((Map<?, ?>) match.request(seat).get("you"))
                                .get("head")
                                .toString())
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'move':'up'}                 | UP
            {'move':'left','shout':'now'} | LEFT
            {'move':'UP'}                 |
            {'move':' up'}                |
            {'move':7}                    |
            {}                            |
            'up'                          |
            """)
    void an_answer_is_one_of_the_four_words(String json, Direction move) {
        Action<Direction> action = match("[[5,5]]").read(Seat.FIRST, TestJson.read(json));
        assertEquals(move, action.move());
        if (move == null) {
            assertEquals(Failure.Kind.NOT_EXPECTED, action.failure().kind());
        } else {
            assertEquals(move, GAME.restore(Plain.of(GAME.store(move))));
        }
    }

    /** Cells are two digits, x and y; {@code h50} is the health of a snake. */
    private static Board board(Ruleset ruleset, String snakes, String food, String hazards) {
        Board board = new Board(ruleset, SIZE, SIZE, DAMAGE);
        for (String snake : snakes.split(" / ")) {
            String[] parts = snake.split(" h");
            board.add(cells(board, parts[0]), parts.length == 1 ? 100 : Integer.parseInt(parts[1]));
        }
        for (int cell : cells(board, food)) {
            board.addFood(cell);
        }
        for (int cell : cells(board, hazards)) {
            board.setHazards(cell, board.hazards(cell) + 1);
        }
        return board;
    }

    private static int[] cells(Board board, String cells) {
        return Arrays.stream(cells.split(" "))
                .filter(cell -> !cell.equals("-"))
                .mapToInt(cell -> board.cell(cell.charAt(0) - '0', cell.charAt(1) - '0'))
                .toArray();
    }

    private static String drawn(Board board, Snake snake) {
        return IntStream.range(0, snake.length())
                .mapToObj(snake::cell)
                .map(cell -> "" + board.x(cell) + board.y(cell))
                .collect(Collectors.joining(" "));
    }

    private static Direction[] moves(Board board, String letters) {
        Direction[] moves = new Direction[board.snakes().size()];
        String[] given = letters.split(" / ");
        for (int seat = 0; seat < given.length; seat++) {
            moves[seat] = given[seat].equals("-") ? null : Direction.ofLetter(given[seat]);
        }
        return moves;
    }

    private static Action<Direction> straightOn() {
        return Action.failed(new Failure(Failure.Kind.TIME_OUT, "late"));
    }

    private static Match<Direction> match(String heads) {
        String setUp = "{'snakes':" + heads + ",'food':[],'chance':'1'}";
        return Match.of(GAME, "1", options("minimumFood", 0, "foodSpawnChance", 0), Plain.of(TestJson.read(setUp)));
    }

    private static Board board(Match<Direction> match) {
        return ((SnakesPosition) match.position()).board();
    }

    private static Options options(Object... given) {
        return Options.read(GAME.card().options(), Plain.of(Plain.object(given)));
    }
}
