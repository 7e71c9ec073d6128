package bout.competition.ladder;

import bout.competition.Outcome;
import com.fasterxml.jackson.annotation.JsonFormat;

/** The results of a player's current version against any version of one opponent. */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
public record HeadToHead(long wins, long draws, long losses) {

    static final HeadToHead NONE = new HeadToHead(0, 0, 0);

    public long matches() {
        return wins + draws + losses;
    }

    /** @param mine the outcome, as if this player had had seat 1 */
    HeadToHead and(Outcome mine) {
        return new HeadToHead(
                wins + (mine == Outcome.FIRST_WINS ? 1 : 0),
                draws + (mine == Outcome.DRAW ? 1 : 0),
                losses + (mine == Outcome.SECOND_WINS ? 1 : 0));
    }
}
