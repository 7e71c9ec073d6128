package bout.competition.ratings;

import bout.competition.Outcome;
import java.util.HashMap;
import java.util.Map;

/**
 * The ratings of a ladder, match by match. They depend only on the order of the matches: anyone who adds the same
 * matches in the same order gets the same numbers to the last bit.
 */
public final class LadderRatings {

    private final WengLin model;
    private final Map<String, Rating> ratings = new HashMap<>();

    public record Match(String first, String second, Outcome outcome) {
        public Match {
            if (first.equals(second)) {
                throw new IllegalArgumentException(first + " cannot play a rated match against itself");
            }
        }
    }

    public LadderRatings(WengLin model) {
        this.model = model;
    }

    public static LadderRatings recompute(WengLin model, Iterable<Match> matches) {
        LadderRatings ladder = new LadderRatings(model);
        for (Match match : matches) {
            ladder.add(match);
        }
        return ladder;
    }

    public void add(Match match) {
        WengLin.Pair after = model.rate(of(match.first()), of(match.second()), match.outcome());
        ratings.put(match.first(), after.first());
        ratings.put(match.second(), after.second());
    }

    public Rating of(String player) {
        return ratings.getOrDefault(player, Rating.NEW);
    }
}
