package bout.cli.connect;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before the next attempt to connect: longer after each failed one, and never the same for all, so
 * that the clients of a server that was away do not come back at the same moment.
 */
final class Backoff {

    private static final Duration FIRST = Duration.ofMillis(500);
    private static final int MOST_DOUBLINGS = 6;

    private Backoff() {}

    /**
     * @param attempt 1 after the first failed attempt
     * @return between half and all of 0.5 s, 1 s, 2 s and so on, up to 32 s
     */
    static Duration before(int attempt, RandomGenerator random) {
        Duration whole = FIRST.multipliedBy(1L << Math.min(attempt - 1, MOST_DOUBLINGS));
        return whole.dividedBy(2).plusMillis(random.nextLong(whole.toMillis() / 2 + 1));
    }
}
