package bout.api.match;

import bout.store.id.MatchIds;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * What is drawn for a new match or tournament, and the clock that dates it.
 *
 * @param seeds of matches: short numbers
 * @param tournamentSeeds secrets, from which the seeds of a tournament's matches follow
 * @param secrets for webhooks
 */
public record Draws(
        MatchIds ids,
        Supplier<String> seeds,
        Supplier<String> tournamentSeeds,
        Supplier<String> secrets,
        Clock clock) {}
