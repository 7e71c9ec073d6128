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
     * Runs seeds.
     *
     * @param first the first of them
     * @param most how many; fewer if a promise is broken
     * @param progress receives how many were run, after each
     */
    public static Search run(Simulation simulation, long first, long most, LongConsumer progress) {
        Simulation.Outcome shortest = null;
        long steps = 0;
        long last = most;
        long done = 0;
        while (done < last) {
            Simulation.Outcome outcome = simulation.run(first + done++, null);
            steps += outcome.steps();
            if (outcome.broken().isPresent()) {
                if (shortest == null) {
                    last = Math.min(most, done + MORE);
                }
                if (shortest == null || outcome.steps() < shortest.steps()) {
                    shortest = outcome;
                }
            }
            progress.accept(done);
        }
        return new Search(done, steps, Optional.ofNullable(shortest));
    }
}
