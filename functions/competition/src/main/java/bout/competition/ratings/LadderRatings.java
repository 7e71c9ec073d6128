package bout.competition.ratings;

import bout.competition.Outcome;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The ratings of a ladder, match by match. They depend only on the order of the matches: anyone who adds the same
 * matches in the same order gets the same numbers to the last bit.
 */
public final class LadderRatings {

    private final WengLin model;
    private final Map<String, Rating> ratings = new LinkedHashMap<>();

    /** A match between two different players, by name or id. */
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

    /** Rates matches, starting without earlier ratings. */
    public static LadderRatings recompute(WengLin model, Iterable<Match> matches) {
        LadderRatings ladder = new LadderRatings(model);
        for (Match match : matches) {
            ladder.add(match);
        }
        return ladder;
    }

    /** Sets a player's rating, for example a stored one. */
    public void put(String player, Rating rating) {
        ratings.put(player, rating);
    }

    public void add(Match match) {
        WengLin.Pair after = model.rate(of(match.first()), of(match.second()), match.outcome());
        ratings.put(match.first(), after.first());
        ratings.put(match.second(), after.second());
    }

    /** Returns {@link Rating#NEW} for a player who has not played. */
    public Rating of(String player) {
        return ratings.getOrDefault(player, Rating.NEW);
    }

    /** The ratings of all who have played, in the order of their first matches; a view. */
    public Map<String, Rating> all() {
        return Collections.unmodifiableMap(ratings);
    }
}
