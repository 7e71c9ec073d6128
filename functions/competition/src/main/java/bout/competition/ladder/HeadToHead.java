package bout.competition.ladder;

import bout.competition.Outcome;
import com.fasterxml.jackson.annotation.JsonFormat;

/**
 * The results of a player's current version against one opponent.
 *
 * @param wins against any version of the opponent
 * @param version the opponent's version in their last match
 * @param latestWins the wins against that version
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
public record HeadToHead(
        long wins, long draws, long losses, int version, long latestWins, long latestDraws, long latestLosses) {

    static HeadToHead none(int version) {
        return new HeadToHead(0, 0, 0, version, 0, 0, 0);
    }

    public long matches() {
        return wins + draws + losses;
    }

    /** @param mine the outcome, as if this player had had seat 1 */
    HeadToHead and(Outcome mine, int opponentVersion) {
        long win = mine == Outcome.FIRST_WINS ? 1 : 0;
        long draw = mine == Outcome.DRAW ? 1 : 0;
        long loss = mine == Outcome.SECOND_WINS ? 1 : 0;
        boolean same = opponentVersion == version;
        return new HeadToHead(
                wins + win,
                draws + draw,
                losses + loss,
                opponentVersion,
                (same ? latestWins : 0) + win,
                (same ? latestDraws : 0) + draw,
                (same ? latestLosses : 0) + loss);
    }
}
