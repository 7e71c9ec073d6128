package bout.api.access;

import bout.store.match.MatchLimits;
import java.util.Map;

/** What the limits have in common: how they are set, and the header fields that tell of them. */
public final class Limits {

    /** What may be; the same in every answer. */
    public static final String POLICY = "RateLimit-Policy";

    /** What is left of it. */
    public static final String LIMIT = "RateLimit";

    private static final int MOST = 1_000_000;

    private Limits() {}

    /** {@code BOUT_OPEN_MATCHES} and {@code BOUT_MATCHES_PER_DAY}. */
    public static MatchLimits ofMatches(Map<String, String> environment) {
        return new MatchLimits(read(environment, "BOUT_OPEN_MATCHES"), read(environment, "BOUT_MATCHES_PER_DAY"));
    }

    /**
     * The limit that a variable says, 0 where it is not set.
     *
     * @throws IllegalArgumentException when it is no whole number from 0 to 1,000,000
     */
    public static int read(Map<String, String> environment, String variable) {
        String value = environment.getOrDefault(variable, "0");
        if (!value.matches("[0-9]{1,7}") || Integer.parseInt(value) > MOST) {
            throw new IllegalArgumentException(
                    variable + " is " + value + ", but should be a whole number from 0 (no limit) to " + MOST);
        }
        return Integer.parseInt(value);
    }
}
