package bout.games.battlesnake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.HouseBot;
import bout.engine.HouseMatch;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.games.HostileAnswers;
import bout.games.battlesnake.Board.Ruleset;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** Properties of every match of Snakes, whatever the bots answer, with any number of seats and all rule sets. */
class SnakesPropertiesTest {

    private static final Snakes GAME = new Snakes();

    @Property(tries = 150)
    void any_answers_lead_to_consistent_boards_and_a_replay_that_is_confirmed(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 8) int seats,
            @ForAll("rules") Options options,
            @ForAll("answers") List<Object> answers) {
        HostileAnswers.play(
                Match.draw(GAME, "" + seed, options, seats),
                SnakesPosition.class,
                answers,
                SnakesPropertiesTest::check);
    }

    private static void check(SnakesPosition position) {
        Board board = position.board();
        int inPlay = 0;
        for (Snake snake : board.snakes()) {
            if (snake.inPlay()) {
                inPlay++;
                assertTrue(snake.health() > 0 && snake.health() <= 100, "" + snake.health());
                assertTrue(board.x(snake.head()) >= 0 && board.x(snake.head()) < board.width());
                for (int i = 1; i < snake.length(); i++) {
                    assertTrue(board.isBody(snake.cell(i)));
                }
            }
        }
        assertEquals(board.foods(), board.food().size());
        assertEquals(position.result() != null, board.over() || board.turn() == SnakesPosition.MOST_TURNS);
        assertTrue(inPlay > 0 || board.over());
    }

    @Property(tries = 40)
    void a_match_of_house_bots_is_played_without_a_failure_and_confirmed_by_its_replay(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 8) int seats,
            @ForAll("rules") Options options,
            @ForAll @IntRange(max = 2) int first) {
        List<HouseBot> bots = GAME.houseBots();
        HouseBot[] seated = new HouseBot[seats];
        for (int seat = 0; seat < seats; seat++) {
            seated[seat] = bots.get((first + seat) % 3);
        }
        Match<Direction> match = HouseMatch.play(GAME, "" + seed, options, seated);
        assertTrue(match.calls().stream().allMatch(call -> call.failure() == null));
        HostileAnswers.assertReplayIsConfirmed(match);
    }

    @Provide
    Arbitrary<Options> rules() {
        return Arbitraries.of(Ruleset.NAMES).flatMap(ruleset -> Arbitraries.of("7", "11", "19")
                .map(size -> Options.read(
                        GAME.card().options(),
                        Plain.of(Plain.object("ruleset", ruleset, "size", size, "shrinkEveryNTurns", 3)))));
    }

    /** Mostly moves, and a few other values. */
    @Provide
    Arbitrary<List<Object>> answers() {
        Arbitrary<Object> moves = Arbitraries.of(Direction.ALL).map(move -> Plain.object("move", move.word()));
        return Arbitraries.frequencyOf(Tuple.of(9, moves), Tuple.of(1, HostileAnswers.anything("move", "shout")))
                .list()
                .ofMinSize(8)
                .ofMaxSize(200);
    }
}
