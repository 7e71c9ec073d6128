package bout.api.access;

import bout.store.match.MatchLimits;
import bout.telemetry.Settings;

/** What the limits have in common: how they are set, and the header fields that tell of them. */
public final class Limits {

    /** What may be; the same in every answer. */
    public static final String POLICY = "RateLimit-Policy";

    /** What is left of it. */
    public static final String LIMIT = "RateLimit";

    private static final int MOST = 1_000_000;

    private Limits() {}

    /** {@code BOUT_OPEN_MATCHES} and {@code BOUT_MATCHES_PER_DAY}. */
    public static MatchLimits ofMatches(Settings settings) {
        return new MatchLimits(read(settings, "BOUT_OPEN_MATCHES"), read(settings, "BOUT_MATCHES_PER_DAY"));
    }

    /**
     * The limit that a variable says, 0 (no limit) where it is not set.
     *
     * @throws IllegalArgumentException when it is no whole number from 0 to 1,000,000
     */
    public static int read(Settings settings, String variable) {
        return settings.wholeNumber(variable, 0, MOST, 0);
    }
}
