package bout.competition.ladder;

import bout.engine.Failure;
import bout.engine.Result;
import bout.engine.Seat;
import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;

/**
 * A match as listed on a player's page.
 *
 * @param failed the seat that lost because it failed, or {@code null}
 * @param version of the player that played it
 * @param rated whether it counts for the ratings; not if a bot met itself
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
public record RecentMatch(
        String match,
        String opponent,
        Seat seat,
        Result result,
        Seat failed,
        Failure.Kind failureKind,
        int version,
        Instant at,
        boolean rated,
        boolean worthShowing) {}
