package bout.games.ajaxtiles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import bout.engine.Action;
import bout.engine.Failure;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Turn;
import bout.games.HostileAnswers;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** Properties that hold in every match of Ajax Tiles, whatever the bots answer. */
class AjaxTilesPropertiesTest {

    private static final AjaxTiles GAME = new AjaxTiles();

    @Property(tries = 200)
    void after_every_click_no_red_tile_touches_a_blue_one_and_the_counts_are_correct(
            @ForAll long seed, @ForAll @IntRange(max = 40) int nukes, @ForAll("clicks") List<Click> clicks) {
        Match<Click> match = match(seed, nukes, 1000);
        for (Click click : clicks) {
            if (match.over()) {
                break;
            }
            match.play(Turn.of(match.mover(), Action.moved(click)));
            Board board = ((AjaxTilesPosition) match.position()).board;
            assertCountsAreCorrect(board);
            for (int tile = 0; tile < Board.TILES; tile++) {
                if (board.tiles[tile] == Board.RED && board.touches(tile, Board.BLUE)) {
                    fail("red beside blue at " + tile + "\n" + Drawing.text(board.tiles));
                }
            }
        }
    }

    /** Clicks concentrated in a corner, so that battles, nukes and passes are common. */
    @Provide
    Arbitrary<List<Click>> clicks() {
        return Combinators.combine(
                        Arbitraries.integers().between(-1, 5),
                        Arbitraries.integers().between(-1, 5))
                .as(Click::new)
                .list()
                .ofMinSize(50)
                .ofMaxSize(400);
    }

    private static void assertCountsAreCorrect(Board board) {
        int empty = 0;
        int red = 0;
        int blue = 0;
        for (byte tile : board.tiles) {
            empty += tile == Board.EMPTY ? 1 : 0;
            red += tile == Board.RED ? 1 : 0;
            blue += tile == Board.BLUE ? 1 : 0;
        }
        assertEquals(empty, board.empty());
        assertEquals(red, board.owned(Board.RED));
        assertEquals(blue, board.owned(Board.BLUE));
        assertTrue(red >= 0 && blue >= 0 && red + blue <= Board.TILES);
    }

    @Property(tries = 300)
    void no_answer_makes_the_game_throw(@ForAll long seed, @ForAll("answers") List<Object> answers) {
        Match<Click> match =
                HostileAnswers.play(match(seed, 6, 1000), AjaxTilesPosition.class, answers, position -> {});
        match.calls().stream().filter(call -> call.failure() != null).forEach(call -> {
            assertEquals(Failure.Kind.NOT_EXPECTED, call.failure().kind());
            assertEquals("forfeit", match.result().reason());
            assertEquals(call.seat().other(), match.result().winner());
        });
    }

    /** Mostly clicks with unusual numbers, sometimes any other value. */
    @Provide
    Arbitrary<List<Object>> answers() {
        Arbitrary<Object> number = Arbitraries.oneOf(
                Arbitraries.integers().between(-2, 24).asGeneric(),
                Arbitraries.integers().asGeneric(),
                Arbitraries.longs().asGeneric(),
                Arbitraries.bigIntegers().asGeneric(),
                Arbitraries.integers().between(-2, 24).map(Integer::doubleValue).asGeneric(),
                Arbitraries.of(1e30, -1e300, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0, 4294967296.0));
        Arbitrary<Object> click = Combinators.combine(number, number).as((x, y) -> Plain.object("x", x, "y", y));
        Arbitrary<Object> odd = HostileAnswers.anything("x", "y", "z", "");
        return Arbitraries.frequencyOf(Tuple.of(30, click), Tuple.of(1, odd))
                .list()
                .ofMinSize(2)
                .ofMaxSize(60);
    }

    private static Match<Click> match(long seed, int nukes, int maxTurns) {
        return Match.draw(GAME, "" + seed, options(nukes, maxTurns));
    }

    private static Options options(int nukes, int maxTurns) {
        return Options.read(GAME.card().options(), Plain.of(Map.of("nukes", nukes, "maxTurns", maxTurns)));
    }
}
