package bout.games.robotag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.TestJson;
import bout.engine.Action;
import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.games.HostileAnswers;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.DoubleRange;

/** Properties that hold in every match of RoboTag, whatever the bots answer. */
class RoboTagPropertiesTest {

    private static final RoboTag GAME = new RoboTag();

    @Property(tries = 150)
    void no_answer_makes_the_game_throw_and_positions_and_fuel_stay_in_range(
            @ForAll long seed, @ForAll("answers") List<Object> answers) {
        Match<Step> match =
                Match.draw(GAME, "" + seed, Options.defaults(GAME.card().options()));
        HostileAnswers.play(match, RoboTagPosition.class, answers, arena -> {
            for (Seat seat : Seat.first(2)) {
                Robot robot = arena.robot(seat);
                assertTrue(robot.fuel >= 0 && robot.fuel <= 1500, "fuel " + robot.fuel);
                assertTrue(robot.x >= 0 && robot.x <= 100 && robot.y >= 0 && robot.y <= 100);
            }
        });
    }

    /** Mostly legal steps, because an error ends the match. */
    @Provide
    Arbitrary<List<Object>> answers() {
        return Arbitraries.frequencyOf(
                        Tuple.of(200, steps()),
                        Tuple.of(
                                1,
                                Combinators.combine(HostileAnswers.numbers(), HostileAnswers.numbers())
                                        .as((dx, dy) -> Plain.object("dx", dx, "dy", dy))),
                        Tuple.of(1, HostileAnswers.anything("dx", "dy", "DX")))
                .list()
                .ofMinSize(2)
                .ofMaxSize(400);
    }

    private static Arbitrary<Object> steps() {
        Arbitrary<Double> part = Arbitraries.doubles().between(-2.1, 2.1).ofScale(17);
        return Combinators.combine(part, part).as((dx, dy) -> Plain.object("dx", dx, "dy", dy));
    }

    @Property(tries = 300)
    void a_step_is_bit_identical_after_json_and_replay(
            @ForAll @DoubleRange(min = -2.1, max = 2.1) double dx, @ForAll("bits") double dy) {
        Object answer = TestJson.throughJson(Plain.object("dx", dx, "dy", dy));
        Match<Step> match = Match.draw(GAME, "1", Options.defaults(GAME.card().options()));
        Action<Step> action = match.read(Seat.FIRST, answer);
        Step step = action.move();
        assertSame(dx, step.dx());
        assertSame(dy, step.dy());
        Step restored = GAME.restore(Plain.of(TestJson.throughJson(GAME.store(step))));
        assertSame(dx, restored.dx());
        assertSame(dy, restored.dy());
    }

    /** Doubles of every magnitude up to 2. */
    @Provide
    Arbitrary<Double> bits() {
        return Arbitraries.longs().map(Double::longBitsToDouble).filter(value -> Math.abs(value) <= 2);
    }

    private static void assertSame(double expected, double actual) {
        assertEquals(Double.doubleToRawLongBits(expected), Double.doubleToRawLongBits(actual));
    }
}
