package bout.cli.deploy;

import java.util.OptionalInt;

/**
 * How many runners an account has room for. New accounts may run only 10 functions at a time, or even fewer; the
 * runners must leave some of them to the API.
 */
final class Runners {

    /** What the API, house bots and the functions that run by the clock should always find free. */
    private static final int FOR_OTHERS = 10;

    /** Lambda's own minimum for a queue. */
    private static final int FEWEST = 2;

    private Runners() {}

    /**
     * @param limit how many functions the account may run at a time
     * @param runners RunnerConcurrency
     * @param queues the sum of MaximumConcurrency of all other functions that take messages from queues
     * @return a lower RunnerConcurrency, if it needs one: two fifths of the limit
     */
    static OptionalInt lower(int limit, int runners, int queues) {
        if (limit >= runners + queues + FOR_OTHERS) {
            return OptionalInt.empty();
        }
        int fitting = Math.max(FEWEST, limit * 2 / 5);
        return fitting < runners ? OptionalInt.of(fitting) : OptionalInt.empty();
    }
}
