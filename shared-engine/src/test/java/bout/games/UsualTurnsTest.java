package bout.games;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.Play;
import bout.engine.Game;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What counts as a short match or a long one must fit what house bots play. */
class UsualTurnsTest {

    private static final int MATCHES = 5;
    private static final double WITHIN = 2;

    @TestFactory
    List<DynamicTest> the_usual_turns_of_a_game_are_about_those_of_its_best_house_bots() {
        return Games.ALL.stream()
                .map(game -> DynamicTest.dynamicTest(game.card().id(), () -> check(game)))
                .toList();
    }

    private static void check(Game<?> game) {
        String best = game.houseBots().getLast().name();
        int[] turns = IntStream.range(0, MATCHES)
                .map(number ->
                        Play.match(game, Integer.toString(number), best, best).turn())
                .sorted()
                .toArray();
        int median = turns[MATCHES / 2];
        assertTrue(
                median < WITHIN * game.usualTurns() && game.usualTurns() < WITHIN * median,
                () -> game.card().id() + ": usually " + game.usualTurns() + " turns, the house bots took " + median);
    }
}
