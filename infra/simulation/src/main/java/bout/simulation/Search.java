package bout.simulation;

import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * A search for seeds that break a promise.
 *
 * @param seeds how many were run
 * @param steps how many steps all runs took
 * @param shortest the run with the fewest steps of those that broke a promise, if one did
 */
public record Search(long seeds, long steps, Optional<Simulation.Outcome> shortest) {

    /** How many more seeds are run after the first that breaks a promise, to find a shorter trace. */
    private static final int MORE = 1_000;

    /**
     * Runs seeds from 1 on.
     *
     * @param most how many; fewer if a promise is broken
     * @param progress receives the number of each seed that was run
     */
    public static Search run(Simulation simulation, long most, LongConsumer progress) {
        Simulation.Outcome shortest = null;
        long steps = 0;
        long last = most;
        long seed = 1;
        for (; seed <= last; seed++) {
            Simulation.Outcome outcome = simulation.run(seed, null);
            steps += outcome.steps();
            if (outcome.broken().isPresent()) {
                if (shortest == null) {
                    last = Math.min(most, seed + MORE);
                }
                if (shortest == null || outcome.steps() < shortest.steps()) {
                    shortest = outcome;
                }
            }
            progress.accept(seed);
        }
        return new Search(seed - 1, steps, Optional.ofNullable(shortest));
    }
}
