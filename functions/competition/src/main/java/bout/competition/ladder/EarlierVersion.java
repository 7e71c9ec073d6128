package bout.competition.ladder;

import bout.competition.ratings.Rating;
import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;

/** What is kept of an earlier version: the last rating before a newer one played, and when that first match ended. */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
record EarlierVersion(
        int version,
        @JsonFormat(shape = JsonFormat.Shape.ARRAY) Rating rating,
        Results results,
        Instant until) {}
