package bout.standings.ladder;

import bout.standings.ratings.Rating;
import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;

/**
 * What is kept of an earlier version of a bot.
 *
 * @param rating its last rating
 * @param until when the first match of a newer version ended
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
record EarlierVersion(
        int version,
        @JsonFormat(shape = JsonFormat.Shape.ARRAY) Rating rating,
        long wins,
        long draws,
        long losses,
        Instant until) {}
