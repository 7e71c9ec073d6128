package bout.standings.ladder;

import bout.engine.Result;
import bout.engine.Seat;
import java.time.Instant;

/**
 * A match as its player's page lists it.
 *
 * @param match its id
 * @param opponent the opponent's key
 * @param seat the player's
 * @param rated whether it counts for the ratings: not, if one of the two was an older version than the ladder knew by then
 */
record RecentMatch(String match, String opponent, Seat seat, Result result, Instant at, boolean rated) {}
