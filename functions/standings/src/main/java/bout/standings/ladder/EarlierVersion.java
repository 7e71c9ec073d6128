package bout.standings.ladder;

import bout.standings.ratings.Rating;
import java.time.Instant;

/**
 * What is kept of an earlier version of a bot.
 *
 * @param rating its last rating
 * @param until when the first match of a newer version ended
 */
record EarlierVersion(int version, Rating rating, long wins, long draws, long losses, Instant until) {}
