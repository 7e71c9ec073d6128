package bout.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.cloud.Observed.Observer;
import bout.cloud.template.Template;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkRequest;

/** Each run has other seeds: a failure prints the one that broke a promise, to be added to {@code seeds.csv}. */
@Tag("slow")
class SimulationTest {

    private static final Template TEMPLATE = Template.read(Template.ofThisRepository());
    private static final int MOST_SEED = 1_000_000_000;

    private static final boolean FULL = !System.getProperty("bout.excluded", "").contains("full");

    private final long first = new Random().nextInt(MOST_SEED);

    @Test
    void the_functions_keep_their_promises() {
        check(first, FULL ? 2_000 : 250);
    }

    /** Seeds that broke a promise once, each with what was wrong then. */
    @ParameterizedTest
    @CsvFileSource(resources = "seeds.csv", numLinesToSkip = 1)
    void a_seed_that_failed_once_fails_no_more(long seed, String wasWrong) {
        check(seed, 1);
    }

    private static void check(long first, long seeds) {
        Simulation simulation = new Simulation(TEMPLATE, Bug.NONE);
        Simulation.Search search = simulation.search(first, seeds, done -> {});
        assertTrue(
                search.shortest().isEmpty(),
                () -> search.shortest().orElseThrow() + "\n"
                        + String.join(
                                "\n",
                                simulation.trace(search.shortest().orElseThrow().seed())));
        assertEquals(seeds, search.seeds());
    }

    /** With {@code ./bout test --full} all of them, else one, another in each run: some take long. */
    static List<Bug> bugs() {
        List<Bug> bugs = new ArrayList<>(EnumSet.complementOf(EnumSet.of(Bug.NONE)));
        Collections.shuffle(bugs);
        return FULL ? bugs : bugs.subList(0, 1);
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void finds_each_planted_bug(Bug bug) {
        Simulation simulation = new Simulation(TEMPLATE, bug);
        for (long seed = first; seed < first + 20_000; seed++) {
            if (simulation.run(seed, null).broken().isPresent()) {
                return;
            }
        }
        throw new AssertionError("not found: " + bug + ", from seed " + first);
    }

    /** Bugs find calls by the texts of their expressions: one that finds none any more is planted for nothing. */
    @Test
    void each_planted_bug_would_change_a_call() {
        Set<Bug> unseen =
                EnumSet.complementOf(EnumSet.of(Bug.NONE, Bug.WEBHOOK_DELETED_EARLY, Bug.WEBHOOK_REFUSAL_IGNORED));
        Simulation simulation = new Simulation(TEMPLATE, Bug.NONE);
        for (long seed = first; seed < first + 5_000 && !unseen.isEmpty(); seed++) {
            Map<Bug, Observer> plants = new EnumMap<>(Bug.class);
            unseen.forEach(bug -> plants.put(bug, bug.plant()));
            simulation.run(seed, null, (operation, request, call) -> {
                Object outcome = outcome(() -> call.with(request));
                unseen.removeIf(bug -> changes(plants.get(bug), operation, request, outcome));
                return answer(outcome);
            });
        }
        assertEquals(Set.of(), unseen, () -> "from seed " + first);
    }

    private static boolean changes(Observer plant, String operation, SdkRequest request, Object outcome) {
        AtomicBoolean made = new AtomicBoolean();
        Object changed = outcome(() -> plant.call(operation, request, other -> {
            made.set(made.get() || other.equals(request));
            return answer(outcome);
        }));
        return !made.get() || !changed.equals(outcome);
    }

    /** An answer or an exception. */
    private static Object outcome(Supplier<Object> call) {
        try {
            return call.get();
        } catch (RuntimeException failed) {
            return failed;
        }
    }

    private static Object answer(Object outcome) {
        if (outcome instanceof RuntimeException failed) {
            throw failed;
        }
        return outcome;
    }

    @Test
    void a_seed_decides_everything() {
        Simulation simulation = new Simulation(TEMPLATE, Bug.NONE);
        for (long seed = first; seed < first + (FULL ? 20 : 2); seed++) {
            assertEquals(simulation.trace(seed), simulation.trace(seed));
        }
        assertNotEquals(simulation.trace(first), simulation.trace(first + 1));
    }
}
