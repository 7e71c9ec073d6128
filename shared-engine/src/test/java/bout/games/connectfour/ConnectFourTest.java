package bout.games.connectfour;

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
import bout.games.HostileAnswers;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of Connect Four. Moves are columns, given for both players in turn. */
class ConnectFourTest {

    private static final ConnectFour GAME = new ConnectFour();

    // Set-up

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 2", "3, 6"})
    void an_opening_has_the_same_number_of_discs_of_both_players_and_depends_on_the_seed(int discs, int dropped) {
        Set<Object> openings = new HashSet<>();
        for (int seed = 0; seed < 100; seed++) {
            Match<Integer> match = Match.draw(GAME, "" + seed, options(discs));
            List<?> opening = Plain.of(match.setUp()).get("opening").list();
            assertEquals(dropped, opening.size());
            assertEquals(Seat.FIRST, match.mover());
            openings.add(opening);
        }
        assertEquals(discs > 0, openings.size() > 10);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                          | /opening: expected a list, found nothing
            {'opening':[1]}             | /opening: expected an equal number of discs of both players, at most 3 each, found a list of 1
            {'opening':[1,2,3,4,5,6,0,1]} | /opening: expected an equal number of discs of both players, at most 3 each, found a list of 8
            {'opening':[1,7]}           | /opening/1: expected a whole number from 0 to 6, found the number 7
            {'opening':[],'size':8}     | The document: expected no field other than [opening], found the string "size"
            """)
    void a_malformed_set_up_is_rejected(String json, String message) {
        Plain setUp = Plain.of(TestJson.read(json));
        UnexpectedValue unexpected = assertThrows(UnexpectedValue.class, () -> GAME.start(setUp, options(0)));
        assertEquals(message, unexpected.getMessage());
    }

    // The end

    @ParameterizedTest(name = "{3}")
    @CsvSource(delimiter = '|', textBlock = """
            0011223       | 1 | [[0, 0], [1, 0], [2, 0], [3, 0]]                                 | at the left edge
            6655443       | 1 | [[3, 0], [4, 0], [5, 0], [6, 0]]                                 | at the right edge
            0606060       | 1 | [[0, 0], [0, 1], [0, 2], [0, 3]]                                 | vertical
            06162656      | 2 | [[6, 0], [6, 1], [6, 2], [6, 3]]                                 | of player 2
            00112         |   | []                                                               | only three in a row
            606060        |   | []                                                               | three in a column
            0011225544663 | 1 | [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0], [5, 0], [6, 0]]         | seven across
            01122323363   | 1 | [[0, 0], [1, 1], [2, 2], [3, 3]]                                 | rising
            65544343303   | 1 | [[3, 3], [4, 2], [5, 1], [6, 0]]                                 | falling
            16050406      |   | []                                                               | a gap
            """)
    void four_discs_of_one_player_in_a_row_win(String moves, Integer winner, String four, String what) {
        Match<Integer> match = match(moves);
        assertEquals(four, "" + Plain.of(match.picture()).get("four").value());
        assertEquals(
                winner == null ? null : Result.of(Seat.of(winner), winner == 1 ? 1 : 0, winner == 2 ? 1 : 0, "four"),
                match.result());
    }

    @Test
    void a_disc_that_fills_the_board_and_makes_four_wins() {
        Match<Integer> match = match("460265125234114035562430131501302624304665");
        assertEquals(ConnectFourPosition.CELLS, match.turn());
        assertEquals(Result.of(Seat.SECOND, 0, 1, "four"), match.result());
    }

    // Answers

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'column':3}           | 3
            {'column':0}           | 0
            {'column':6.0}         | 6
            {'column':-0.0}        | 0
            {'column':1,'why':'x'} | 1
            """)
    void an_object_with_a_column_is_a_move(String json, int column) {
        assertEquals(column, match("").read(Seat.FIRST, TestJson.read(json)).move());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'column':7}      | NOT_LEGAL    | There is no such column: columns are 0 to 6 from the left.
            {'column':-1}     | NOT_LEGAL    | There is no such column: columns are 0 to 6 from the left.
            {'column':1e999}  | NOT_LEGAL    | There is no such column: columns are 0 to 6 from the left.
            {'column':0}      | NOT_LEGAL    | Column 0 is full.
            {'column':2.5}    | NOT_EXPECTED | Expected an object with the integer column, such as {"column":3}; got an object with column (a number that is not a whole one or is too large).
            {'column':'3'}    | NOT_EXPECTED | Expected an object with the integer column, such as {"column":3}; got an object with column (the string "3").
            {'Column':3}      | NOT_EXPECTED | Expected an object with the integer column, such as {"column":3}; got an object with Column (the number 3).
            3                 | NOT_EXPECTED | Expected an object with the integer column, such as {"column":3}; got the number 3.
            null              | NOT_EXPECTED | Expected an object with the integer column, such as {"column":3}; got nothing.
            """)
    void any_other_answer_is_a_failure_that_explains_the_problem(String json, Failure.Kind kind, String text) {
        assertEquals(
                new Failure(kind, text),
                match("000000").read(Seat.FIRST, TestJson.read(json)).failure());
    }

    @ParameterizedTest
    @CsvSource({"'', 2", "3, 1"})
    void a_player_that_gives_no_move_loses_at_once(String moves, int winner) {
        Match<Integer> match = match(moves);
        Seat seat = Seat.of(winner).other();
        match.play(Turn.of(seat, match.read(seat, null)));
        assertEquals(Result.of(Seat.of(winner), 0, 0, "forfeit"), match.result());
        assertNull(Plain.of(match.picture()).get("column").value());
    }

    /** Only an edited replay contains such a move. */
    @Test
    void a_stored_move_into_a_full_column_loses_and_does_not_change_the_board() {
        Match<Integer> match = match("000000");
        match.play(Turn.of(Seat.FIRST, Action.moved(0)));
        assertEquals("forfeit", match.result().reason());
        assertEquals(0, ((ConnectFourPosition) match.position()).disc(ConnectFourPosition.cell(1, 0)));
        assertThrows(UnexpectedValue.class, () -> GAME.restore(Plain.of(7)));
    }

    @Test
    void a_bot_is_sent_its_number_and_the_board() {
        Match<Integer> match = match("33");
        assertEquals(1, match.request(Seat.FIRST).get("you"));
        assertEquals(2, match.request(Seat.SECOND).get("you"));
        Plain columns = Plain.of(match.request(Seat.FIRST)).get("columns").size(7);
        assertEquals(List.of(1, 2, 0, 0, 0, 0), columns.at(3).value());
        assertEquals(List.of(0, 0, 0, 0, 0, 0), columns.at(0).value());
    }

    /** The match after these moves. */
    private static Match<Integer> match(String moves) {
        Match<Integer> match = Match.draw(GAME, "1", options(0));
        for (char column : moves.toCharArray()) {
            assertFalse(match.over(), moves);
            Seat seat = match.mover();
            match.play(Turn.of(seat, match.read(seat, Map.of("column", column - '0'))));
        }
        return match;
    }

    private static Options options(int opening) {
        return Options.read(GAME.card().options(), Plain.of(Map.of("opening", opening)));
    }

    @Property(tries = 200)
    void no_answer_makes_the_game_throw_and_there_are_no_gaps_below_discs(
            @ForAll long seed, @ForAll @IntRange(max = 3) int opening, @ForAll("answers") List<Object> answers) {
        Match<Integer> match =
                Match.draw(GAME, "" + seed, Options.read(GAME.card().options(), Plain.of(Map.of("opening", opening))));
        HostileAnswers.play(match, ConnectFourPosition.class, answers, ConnectFourTest::assertNoGaps);
    }

    private static void assertNoGaps(ConnectFourPosition state) {
        int[] discs = new int[3];
        for (int column = 0; column < ConnectFourPosition.COLUMNS; column++) {
            for (int row = 0; row < ConnectFourPosition.ROWS; row++) {
                int disc = state.disc(ConnectFourPosition.cell(column, row));
                int below = row == 0 ? 1 : state.disc(ConnectFourPosition.cell(column, row - 1));
                assertTrue(disc == 0 || below != 0, "column " + column + ", row " + row);
                discs[disc]++;
            }
        }
        int dropped =
                state.turn - (state.result() != null && state.result().reason().equals("forfeit") ? 1 : 0);
        assertEquals((dropped + 1) / 2 - dropped / 2, discs[1] - discs[2]);
    }

    /** Mostly valid columns, because a failure ends the match. */
    @Provide
    Arbitrary<List<Object>> answers() {
        Arbitrary<Object> column = Arbitraries.integers().between(0, 6).map(number -> Plain.object("column", number));
        return Arbitraries.frequencyOf(
                        Tuple.of(100, column),
                        Tuple.of(1, HostileAnswers.numbers().map(number -> Plain.object("column", number))),
                        Tuple.of(1, HostileAnswers.anything("column", "Column")))
                .list()
                .ofMinSize(2)
                .ofMaxSize(45);
    }
}
