package bout.games.connectfour;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.games.HostileAnswers;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** Properties that hold in every match of Connect Four, whatever the bots answer. */
class ConnectFourPropertiesTest {

    private static final ConnectFour GAME = new ConnectFour();

    @Property(tries = 200)
    void no_answer_makes_the_game_throw_and_there_are_no_gaps_below_discs(
            @ForAll long seed, @ForAll @IntRange(max = 3) int opening, @ForAll("answers") List<Object> answers) {
        Match<Integer> match =
                Match.draw(GAME, "" + seed, Options.read(GAME.card().options(), Plain.of(Map.of("opening", opening))));
        HostileAnswers.play(match, ConnectFourPosition.class, answers, ConnectFourPropertiesTest::assertNoGaps);
    }

    private static void assertNoGaps(ConnectFourPosition state) {
        int[] discs = new int[3];
        for (int column = 0; column < ConnectFourPosition.COLUMNS; column++) {
            for (int row = 0; row < ConnectFourPosition.ROWS; row++) {
                int disc = state.disc(ConnectFourPosition.cell(column, row));
                assertEquals(row < state.height(column), disc != 0, "column " + column + ", row " + row);
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
