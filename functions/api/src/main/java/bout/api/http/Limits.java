package bout.api.http;

import bout.store.access.Owners.Quotas;
import bout.store.access.Scope;
import bout.store.match.MatchLimits;
import bout.telemetry.Settings;
import bout.wire.ProblemType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** The part that all limits share: how they are configured, and the header fields that report them. */
public final class Limits {

    /** The limit itself; the same in every response. */
    public static final String POLICY = "RateLimit-Policy";

    /** The rest of the limit. */
    public static final String LIMIT = "RateLimit";

    private static final int MOST = 1_000_000;

    private Limits() {}

    public static MatchLimits ofMatches(Settings settings) {
        return new MatchLimits(
                read(settings, "BOUT_OPEN_MATCHES", 0),
                read(settings, "BOUT_MATCHES_PER_DAY", 0),
                MatchLimits.half(read(settings, "BOUT_BOT_OPEN_MATCHES", MatchLimits.PLACES)));
    }

    /** The limits of a caller: those of the deployment, or smaller quotas of their owner. Admins have none. */
    public static MatchLimits ofMatches(MatchLimits deployed, Caller caller) {
        // Admins are not limited: they could create more tokens.
        return caller.scope() == Scope.ADMIN
                ? MatchLimits.NONE
                : new MatchLimits(
                        Quotas.least(deployed.open(), caller.quotas().openMatches()),
                        Quotas.least(deployed.day(), caller.quotas().matchesPerDay()),
                        deployed.ofBot());
    }

    /** How many bots a caller may have; 0 = no limit. */
    public static int ofBots(int deployed, Caller caller) {
        return caller.scope() == Scope.ADMIN
                ? 0
                : Quotas.least(deployed, caller.quotas().bots());
    }

    /** More than a limit of things that may be open at once; {@code retry} is in seconds. */
    public static Refusal over(ProblemType type, String detail, String name, int most, long retry) {
        return new Refusal(type, detail)
                .with("Retry-After", String.valueOf(retry))
                .with(POLICY, "\"" + name + "\";q=" + most)
                .with(LIMIT, "\"" + name + "\";r=0");
    }

    /** More than a limit per time; in {@code reset} seconds it counts from 0 again. */
    public static Refusal over(ProblemType type, String detail, String name, int most, Duration window, long reset) {
        return new Refusal(type, detail)
                .with("Retry-After", String.valueOf(reset))
                .with(POLICY, "\"" + name + "\";q=" + most + ";w=" + window.toSeconds())
                .with(LIMIT, "\"" + name + "\";r=0;t=" + reset);
    }

    /** In how many whole seconds the time comes, at least 1. */
    public static long secondsUntil(Clock clock, Instant until) {
        return Math.max(1, Duration.between(clock.instant(), until).toSeconds() + 1);
    }

    /** 0 = no limit. */
    public static int read(Settings settings, String variable, int byDefault) {
        return settings.wholeNumber(variable, 0, MOST, byDefault);
    }
}
