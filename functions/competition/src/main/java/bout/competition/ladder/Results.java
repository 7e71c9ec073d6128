package bout.competition.ladder;

import bout.competition.Outcome;
import bout.engine.Plain;
import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.Map;

/** How many matches a player won, drew and lost, in all or against one opponent. */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
public record Results(long wins, long draws, long losses) {

    static final Results NONE = new Results(0, 0, 0);

    public long matches() {
        return wins + draws + losses;
    }

    /** @param mine the outcome, as if this player had had seat 1 */
    Results and(Outcome mine) {
        return switch (mine) {
            case FIRST_WINS -> new Results(wins + 1, draws, losses);
            case DRAW -> new Results(wins, draws + 1, losses);
            case SECOND_WINS -> new Results(wins, draws, losses + 1);
        };
    }

    Map<String, Object> toPlain() {
        return Plain.object("wins", wins, "draws", draws, "losses", losses);
    }
}
