package bout.competition.ladder;

import bout.competition.Outcome;
import bout.competition.ratings.Rating;
import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;

/**
 * What is kept of an earlier version of a bot.
 *
 * @param rating its last rating before a newer version played
 * @param until when the first match of a newer version ended
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
record EarlierVersion(
        int version,
        @JsonFormat(shape = JsonFormat.Shape.ARRAY) Rating rating,
        long wins,
        long draws,
        long losses,
        Instant until) {

    /** The record with one more match, which ended late. */
    EarlierVersion and(Outcome mine) {
        return new EarlierVersion(
                version,
                rating,
                wins + (mine == Outcome.FIRST_WINS ? 1 : 0),
                draws + (mine == Outcome.DRAW ? 1 : 0),
                losses + (mine == Outcome.SECOND_WINS ? 1 : 0),
                until);
    }
}
