package bout.api.access;

import bout.store.match.MatchLimits;
import bout.telemetry.Settings;

/** What all limits share: how they are configured, and the header fields that report them. */
public final class Limits {

    /** The limit itself; the same in every response. */
    public static final String POLICY = "RateLimit-Policy";

    /** What is left of the limit. */
    public static final String LIMIT = "RateLimit";

    private static final int MOST = 1_000_000;

    private Limits() {}

    /** {@code BOUT_OPEN_MATCHES} and {@code BOUT_MATCHES_PER_DAY}. */
    public static MatchLimits ofMatches(Settings settings) {
        return new MatchLimits(read(settings, "BOUT_OPEN_MATCHES"), read(settings, "BOUT_MATCHES_PER_DAY"));
    }

    /**
     * The limit in a variable; 0 (no limit) if it is not set.
     *
     * @throws IllegalArgumentException if it is not a whole number from 0 to 1,000,000
     */
    public static int read(Settings settings, String variable) {
        return settings.wholeNumber(variable, 0, MOST, 0);
    }
}
