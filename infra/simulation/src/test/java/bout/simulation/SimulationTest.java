package bout.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.template.Template;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class SimulationTest {

    private static final Template TEMPLATE = Template.read(Template.ofThisRepository());

    @Test
    void the_store_keeps_its_promises() {
        check(2_000);
    }

    @Test
    @Tag("full")
    void the_store_keeps_its_promises_over_twenty_thousand_seeds() {
        check(20_000);
    }

    private static void check(long seeds) {
        Simulation simulation = new Simulation(TEMPLATE, Bug.NONE);
        Search search = Search.run(simulation, seeds, seed -> {});
        assertTrue(
                search.shortest().isEmpty(),
                () -> search.shortest().orElseThrow() + "\n"
                        + String.join(
                                "\n",
                                simulation.trace(search.shortest().orElseThrow().seed())));
        assertEquals(seeds, search.seeds());
    }

    /** About as many seeds as run in a minute. */
    @ParameterizedTest
    @EnumSource(value = Bug.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void finds_each_planted_bug(Bug bug) {
        Simulation simulation = new Simulation(TEMPLATE, bug);
        for (long seed = 1; seed <= 30_000; seed++) {
            if (simulation.run(seed, null).broken().isPresent()) {
                return;
            }
        }
        throw new AssertionError("not found: " + bug);
    }

    @Test
    void a_seed_decides_everything() {
        Simulation simulation = new Simulation(TEMPLATE, Bug.NONE);
        for (long seed = 1; seed <= 20; seed++) {
            assertEquals(simulation.trace(seed), simulation.trace(seed));
        }
        assertFalse(simulation.trace(1).equals(simulation.trace(2)));
    }
}
