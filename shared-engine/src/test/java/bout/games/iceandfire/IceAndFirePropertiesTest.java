package bout.games.iceandfire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.engine.Match;
import bout.engine.Options;
import bout.engine.Plain;
import bout.engine.Seat;
import bout.engine.SeededRandom;
import bout.games.HostileAnswers;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Properties that hold in every match of A Code of Ice and Fire, whatever the bots answer. */
class IceAndFirePropertiesTest {

    private static final IceAndFire GAME = new IceAndFire();
    private static final Options OPTIONS = Options.defaults(List.of());

    @Property(tries = 200)
    void no_line_makes_the_game_throw_and_the_state_stays_consistent(
            @ForAll long seed, @ForAll("answers") List<Object> answers) {
        Match<String> match = Match.draw(GAME, "" + seed, OPTIONS);
        HostileAnswers.play(match, IceAndFirePosition.class, answers, state -> {
            assertTrue(state.gold[0] >= 0 && state.gold[1] >= 0, "gold is never negative");
            assertTrue(state.round >= 1 && state.round <= 100);
            for (Unit unit : state.units) {
                assertTrue(unit.level >= 1 && unit.level <= 3);
                assertEquals(unit, state.unit[unit.cell], "a unit is on its cell");
                assertEquals(unit.owner, state.owner[unit.cell], "the owner of a unit owns its cell");
            }
            for (int cell = 0; cell < Grid.CELLS; cell++) {
                assertTrue(
                        state.grid.isLand(cell) || state.owner[cell] == IceAndFirePosition.NEUTRAL, "nobody owns void");
                assertTrue(
                        !state.active[cell] || state.owner[cell] != IceAndFirePosition.NEUTRAL,
                        "active cells are owned");
                if (state.building[cell] == Building.MINE) {
                    assertTrue(state.grid.isMineSpot(cell));
                }
                if (state.building[cell] == Building.TOWER) {
                    assertTrue(!state.grid.isMineSpot(cell));
                }
            }
        });
        if (match.over()) {
            assertTrue(match.result().score(Seat.FIRST) >= -1 && match.result().score(Seat.SECOND) >= -1);
        }
    }

    /** Mostly lines of orders near both HQs, sometimes unusual texts, and rarely no line at all. */
    @Provide
    Arbitrary<List<Object>> answers() {
        Arbitrary<Integer> near = Arbitraries.integers().between(0, 3);
        Arbitrary<Integer> far = Arbitraries.integers().between(8, 12);
        Arbitrary<Integer> coordinate = Arbitraries.oneOf(near, far);
        Arbitrary<Integer> number = Arbitraries.integers().between(0, 9);
        Arbitrary<String> order = Arbitraries.oneOf(
                Combinators.combine(number, coordinate, coordinate).as((id, x, y) -> "MOVE " + id + " " + x + " " + y),
                Combinators.combine(Arbitraries.of(1, 1, 1, 2, 3, 4), coordinate, coordinate)
                        .as((level, x, y) -> "TRAIN " + level + " " + x + " " + y),
                Combinators.combine(Arbitraries.of("MINE", "TOWER"), coordinate, coordinate)
                        .as((type, x, y) -> "BUILD " + type + " " + x + " " + y),
                Arbitraries.of("WAIT", "MSG hello", "TRAIN 1 1 0", "TRAIN 1 10 11"));
        Arbitrary<Object> line = order.list()
                .ofMinSize(1)
                .ofMaxSize(12)
                .map(orders -> Plain.object("commands", String.join(";", orders)));
        Arbitrary<Object> text = Arbitraries.oneOf(
                        Arbitraries.strings().ofMaxLength(30),
                        Arbitraries.strings()
                                .withChars("MOVETRAINBULDW 0123456789;-\n\t")
                                .ofMaxLength(40))
                .map(commands -> Plain.object("commands", commands));
        return Arbitraries.frequencyOf(
                        Tuple.of(300, line), Tuple.of(2, text), Tuple.of(1, HostileAnswers.anything("commands")))
                .list()
                .ofMinSize(10)
                .ofMaxSize(210);
    }

    @Property(tries = 300)
    void a_map_is_symmetric_and_all_its_land_is_connected(@ForAll long seed) {
        Grid grid = MapGenerator.draw(new SeededRandom("" + seed));
        int spots = 0;
        for (int cell = 0; cell < Grid.CELLS; cell++) {
            int mirrored = Grid.CELLS - 1 - cell;
            assertEquals(grid.isLand(cell), grid.isLand(mirrored));
            assertEquals(grid.isMineSpot(cell), grid.isMineSpot(mirrored));
            assertTrue(!grid.isMineSpot(cell) || grid.isLand(cell));
            assertTrue(!grid.isLand(cell) || grid.stepsTo(Grid.hq(0))[cell] < Integer.MAX_VALUE, "connected");
            spots += grid.isMineSpot(cell) ? 1 : 0;
        }
        assertTrue(grid.isMineSpot(Grid.cell(1, 0)) && grid.isMineSpot(Grid.cell(10, 11)));
        assertTrue(spots >= 6 && spots % 2 == 0, spots + " mine spots");
    }

    @Property(tries = 100)
    void the_requests_of_both_players_mirror_each_other_except_for_the_second_cell(@ForAll long seed) {
        IceAndFirePosition state =
                ((IceAndFirePosition) Match.draw(GAME, "" + seed, OPTIONS).position());
        Plain first = Plain.of(state.request(Seat.FIRST));
        Plain second = Plain.of(state.request(Seat.SECOND));
        List<String> mirrored = new ArrayList<>();
        for (Plain row : second.get("rows").entries()) {
            mirrored.addFirst(new StringBuilder(row.text()).reverse().toString());
        }
        // Player 1 owns one more cell, which is at (0, 1) in the mirrored request.
        List<String> rows = new ArrayList<>();
        first.get("rows").entries().forEach(row -> rows.add(row.text()));
        assertEquals('.', rows.get(1).charAt(0));
        assertEquals('O', mirrored.get(1).charAt(0));
        rows.set(1, "O" + rows.get(1).substring(1));
        rows.set(10, rows.get(10).substring(0, 11) + ".");
        assertEquals(rows, mirrored);
        List<List<Integer>> spots = new ArrayList<>();
        for (Plain spot : second.get("mineSpots").entries()) {
            spots.addFirst(
                    List.of(11 - spot.at(0).integer(0, 11), 11 - spot.at(1).integer(0, 11)));
        }
        assertEquals(first.get("mineSpots").value(), spots);
        assertEquals(21, first.get("gold").integer(0, 99));
        assertEquals(20, second.get("gold").integer(0, 99));
    }
}
