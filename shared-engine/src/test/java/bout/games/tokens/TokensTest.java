package bout.games.tokens;

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
import bout.engine.SeededRandom;
import bout.engine.Turn;
import bout.engine.UnexpectedValue;
import bout.games.HostileAnswers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of Everybody Loves Tokens. Moves are words, given for both players in turn. */
class TokensTest {

    private static final Tokens GAME = new Tokens();

    // Set-up

    /**
     * Pearson's chi-squared test for 11 equally likely widths. Its value exceeds 35.6 with a probability of 1 in
     * 10,000.
     */
    @Test
    void consecutive_seeds_give_all_widths_from_5_to_15_equally_often() {
        int[] boards = new int[16];
        int seeds = 3000;
        for (int seed = 0; seed < seeds; seed++) {
            Object setUp =
                    Match.draw(GAME, "" + seed, Options.defaults(List.of())).setUp();
            boards[Plain.of(setUp).get("size").integer(5, 15)]++;
        }
        double expected = seeds / 11.0;
        double statistic = 0;
        for (int width = 5; width <= 15; width++) {
            statistic += (boards[width] - expected) * (boards[width] - expected) / expected;
        }
        assertTrue(statistic < 35.6, statistic + " " + Arrays.toString(boards));
    }

    @Test
    void at_most_2n_tokens_are_drawn_and_later_ones_replace_earlier_ones() {
        boolean replaced = false;
        boolean onStart = false;
        for (int seed = 0; seed < 300; seed++) {
            TokensPosition position = draw(seed);
            assertTrue(position.tokens() >= 1 && position.tokens() <= 2 * position.size);
            replaced |= position.tokens() < 2 * position.size;
            Eater eater = position.eater(Seat.FIRST);
            onStart |= position.hasToken(eater.x * position.size + eater.y);
        }
        assertTrue(replaced, "at least one token was replaced");
        assertTrue(onStart, "at least one token is on the start cell");
    }

    // Moves

    @ParameterizedTest
    @CsvSource({
        "UP, 2, 1",
        "RIGHT, 3, 2",
        "DOWN, 2, 3",
        "LEFT, 1, 2",
        "PASS, 2, 2",
        "EAT, 2, 2",
    })
    void a_step_goes_one_cell_and_up_is_towards_zero(String move, int x, int y) {
        Match<Move> match = match("2 2", "0 0 r 1");
        play(match, move);
        assertEquals(List.of(x, y), at(match, Seat.FIRST));
        assertEquals(List.of(2, 2), at(match, Seat.SECOND));
    }

    @ParameterizedTest
    @CsvSource({"0 0, UP LEFT", "4 0, UP RIGHT", "0 4, DOWN LEFT", "4 4, DOWN RIGHT"})
    void a_step_that_would_leave_the_board_has_no_effect(String corner, String moves) {
        Match<Move> match = match(corner, "2 2 r 1");
        List<Integer> before = at(match, Seat.FIRST);
        for (String move : moves.split(" ")) {
            play(match, move, "PASS");
        }
        assertEquals(before, at(match, Seat.FIRST));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PASS", "eat", " EAT", "EAT ", "", "null", "7", "['EAT']", "{}"})
    void an_invalid_answer_does_nothing_and_breaks_no_row(String nonsense) {
        Match<Move> match = match("2 2", "2 2 r 1, 2 1 r 1, 0 0 b 1");
        play(match, "EAT", "PASS", "UP", "PASS");
        answer(match, nonsense.matches("null|7|\\[.*|\\{.*") ? TestJson.read(nonsense) : nonsense);
        assertEquals(List.of(2, 1), at(match, Seat.FIRST));
        play(match, "PASS", "EAT");
        assertEquals(1 + 1 + 1, position(match).eater(Seat.FIRST).score);
    }

    // Eating

    /** Player 1 walks right from (0, 2) and eats all tokens on its way. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    r3             | 3  | 0 | the very first token never has a bonus
                    r1 r1          | 3  | 1 | the second of a colour scores 1 more
                    r1 r1 r1       | 6  | 2 | the third scores 2 more
                    r1 r1 r1 r1    | 10 | 3 | the fourth scores 3 more
                    r1 b1          | 2  | 0 | another colour has no bonus
                    r1 r1 b1 b1    | 6  | 1 | another colour starts a new row
                    r1 b1 r1       | 3  | 0 | the row is broken
                    r2 r3 g1 r1 r2 | 11 | 1 | points count in addition to the bonus
                    """)
    void a_row_of_one_colour_earns_a_growing_bonus(String row, int score, int bonus, String why) {
        StringBuilder tokens = new StringBuilder("4 4 b 1");
        String[] eaten = row.split(" ");
        for (int x = 0; x < eaten.length; x++) {
            tokens.append(", %d 2 %s %s".formatted(x, eaten[x].charAt(0), eaten[x].charAt(1)));
        }
        Match<Move> match = match("0 2", tokens.toString());
        for (int i = 0; i < eaten.length; i++) {
            play(match, "EAT", "PASS", "RIGHT", "PASS");
        }
        assertEquals(score, position(match).eater(Seat.FIRST).score, why);
        assertEquals(bonus, position(match).eater(Seat.FIRST).colourBonus, why);
    }

    @Test
    void what_the_opponent_eats_does_not_affect_a_players_row() {
        Match<Move> match = match("2 2", "2 2 r 1, 2 1 b 1, 3 2 r 1, 0 0 g 1");
        play(match, "EAT", "UP", "RIGHT", "EAT", "EAT");
        assertEquals(1 + 1 + 1, position(match).eater(Seat.FIRST).score);
        assertEquals(1, position(match).eater(Seat.SECOND).score);
        assertEquals("#0000FF", Colour.code(position(match).eater(Seat.SECOND).lastColour));
    }

    @Test
    void an_eaten_token_is_gone_for_the_other_player_on_the_same_cell() {
        Match<Move> match = match("2 2", "2 2 r 1, 0 0 g 1");
        play(match, "EAT", "EAT");
        assertFalse(position(match).hasToken(2 * position(match).size + 2));
        assertEquals(0, position(match).eater(Seat.SECOND).score);
    }

    // The end

    @Test
    void the_match_ends_at_once_when_the_last_token_is_eaten() {
        Match<Move> match = match("2 2", "2 2 r 3");
        play(match, "EAT");
        assertEquals(Result.of(Seat.FIRST, 3, 0, "all-eaten"), match.result());
        assertTrue(match.over());
    }

    @Test
    void the_match_ends_with_idle_move_4n_plus_1() {
        Match<Move> match = match("2 2", "0 0 r 3");
        for (int i = 0; i < 4 * 5; i++) {
            play(match, "PASS");
            assertNull(match.result());
        }
        play(match, "PASS");
        assertEquals(Result.of(null, 0, 0, "idle"), match.result());
    }

    @Test
    void a_token_eaten_with_the_last_possible_move_counts_and_resets_the_idle_count() {
        Match<Move> match = match("2 2", "2 2 r 3, 0 0 r 1");
        for (int i = 0; i < 4 * 5; i++) {
            play(match, "PASS");
        }
        play(match, "EAT");
        assertNull(match.result());
        assertEquals(0, position(match).idle());
        assertEquals(3, position(match).eater(Seat.FIRST).score);
    }

    // What bots see and answer

    @Test
    void a_bot_is_sent_the_board_column_by_column() {
        Match<Move> match = match("1 0", "0 1 g 2, 4 4 b 1");
        assertEquals(TestJson.read("""
                        {'player1': true, 'board': {
                          'player1': {'pos': [1, 0], 'score': 0, 'colorBonus': 0, 'lastColor': '#000000'},
                          'player2': {'pos': [1, 0], 'score': 0, 'colorBonus': 0, 'lastColor': '#000000'},
                          'tokens': [[false, {'color': '#00FF00', 'points': 2}, false, false, false],
                                     [false, false, false, false, false],
                                     [false, false, false, false, false],
                                     [false, false, false, false, false],
                                     [false, false, false, false, {'color': '#0000FF', 'points': 1}]]}}
                        """), match.request(Seat.FIRST));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {'move':'eat'} | an object with move (the string "eat")
                    {}             | an empty object
                    'EAT'          | the string "EAT"
                    ['EAT']        | a list of 1
                    null           | nothing
                    """)
    void an_invalid_answer_is_a_pass_and_a_failure_that_describes_it(String json, String came) {
        Match<Move> match = match("2 2", "2 2 r 1, 0 0 b 1");
        Action<Move> action = match.read(Seat.FIRST, TestJson.read(json));
        assertEquals(Failure.Kind.NOT_EXPECTED, action.failure().kind());
        assertEquals(
                "Expected an object with the field move, one of UP, RIGHT, DOWN, LEFT, EAT and PASS, such as"
                        + " {\"move\":\"EAT\"}; got " + came + ".",
                action.failure().text());
        match.play(Turn.of(Seat.FIRST, action));
        assertEquals(1, position(match).idle());
        assertNull(match.result());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {'size':4,'start':[0,0],'tokens':[]}  | /size: expected a whole number from 5 to 15, found the number 4
                    {'size':5,'start':[5,0],'tokens':[]}  | /start/0: expected a whole number from 0 to 4, found the number 5
                    {'size':5,'start':[0,5],'tokens':[]}  | /start/1: expected a whole number from 0 to 4, found the number 5
                    {'size':5,'start':[0,0]}              | /tokens: expected a list, found nothing
                    {'size':5,'start':[0,0],'tokens':[{'x':5,'y':0,'color':'#FF0000','points':1}]} | /tokens/0/x: expected a whole number from 0 to 4, found the number 5
                    {'size':5,'start':[0,0],'tokens':[{'x':0,'y':5,'color':'#FF0000','points':1}]} | /tokens/0/y: expected a whole number from 0 to 4, found the number 5
                    {'size':5,'start':[0,0],'tokens':[{'x':0,'y':0,'color':'red','points':1}]} | /tokens/0/color: expected one of #FF0000, #00FF00, #0000FF, found the string "red"
                    {'size':5,'start':[0,0],'tokens':[{'x':0,'y':0,'color':'#FF0000','points':4}]} | /tokens/0/points: expected a whole number from 1 to 3, found the number 4
                    """)
    void a_malformed_set_up_is_rejected_with_the_position_of_the_error(String json, String message) {
        UnexpectedValue unexpected = assertThrows(
                UnexpectedValue.class, () -> GAME.start(Plain.of(TestJson.read(json)), Options.defaults(List.of())));
        assertEquals(message, unexpected.getMessage());
    }

    private static TokensPosition draw(int seed) {
        return GAME.start(
                Plain.of(GAME.setUp(new SeededRandom("board " + seed), Options.defaults(List.of()), 2)),
                Options.defaults(List.of()));
    }

    /** A board of 5 by 5 cells with tokens given as "x y colour points". */
    private static Match<Move> match(String start, String tokens) {
        StringBuilder json = new StringBuilder();
        for (String token : tokens.split(", ")) {
            String[] parts = token.split(" ");
            String colour =
                    Map.of("r", "#FF0000", "g", "#00FF00", "b", "#0000FF").get(parts[2]);
            json.append(json.isEmpty() ? "" : ",")
                    .append("{'x':%s,'y':%s,'color':'%s','points':%s}".formatted(parts[0], parts[1], colour, parts[3]));
        }
        return Match.of(
                GAME,
                "",
                Options.defaults(List.of()),
                Plain.of(
                        TestJson.read("{'size':5,'start':[" + start.replace(' ', ',') + "],'tokens':[" + json + "]}")));
    }

    private static void play(Match<Move> match, String... moves) {
        for (String move : moves) {
            answer(match, move);
        }
    }

    private static void answer(Match<Move> match, Object move) {
        Seat seat = position(match).mover();
        match.play(Turn.of(seat, match.read(seat, move == null ? Map.of() : Map.of("move", move))));
    }

    private static TokensPosition position(Match<Move> match) {
        return (TokensPosition) match.position();
    }

    private static List<Integer> at(Match<Move> match, Seat seat) {
        return List.of(position(match).eater(seat).x, position(match).eater(seat).y);
    }

    @Property(tries = 200)
    void no_answer_makes_the_game_throw_and_points_come_only_from_eaten_tokens(
            @ForAll long seed, @ForAll("answers") List<Object> answers) {
        Match<Move> match = Match.draw(GAME, "" + seed, Options.defaults(List.of()));
        int tokens = ((TokensPosition) match.position()).tokens();
        int[] last = {0, 0, tokens};
        HostileAnswers.play(match, TokensPosition.class, answers, position -> {
            int first = position.eater(Seat.FIRST).score;
            int second = position.eater(Seat.SECOND).score;
            int eaten = last[2] - position.tokens();
            assertTrue(eaten == 0 || eaten == 1, "at most one token per move");
            int gained = first - last[0] + second - last[1];
            assertTrue(eaten == 0 ? gained == 0 : gained >= 1 && gained <= 3 + tokens - 1, "gained " + gained);
            assertEquals(eaten == 1 ? 0 : 1, Math.min(1, position.idle()));
            for (Seat seat : Seat.first(2)) {
                Eater eater = position.eater(seat);
                assertTrue(eater.x >= 0 && eater.x < position.size && eater.y >= 0 && eater.y < position.size);
            }
            last[0] = first;
            last[1] = second;
            last[2] = position.tokens();
        });
    }

    /** Mostly valid moves, with a preference for EAT. */
    @Provide
    Arbitrary<List<Object>> answers() {
        Arbitrary<Object> move = Arbitraries.of("UP", "RIGHT", "DOWN", "LEFT", "PASS", "EAT", "EAT", "EAT")
                .map(word -> Plain.object("move", word));
        return Arbitraries.frequencyOf(Tuple.of(9, move), Tuple.of(1, HostileAnswers.anything("move", "Move", "")))
                .list()
                .ofMinSize(20)
                .ofMaxSize(300);
    }
}
