package bout.competition.ratings;

import bout.competition.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The ratings of a ladder, match by match. They depend only on the order of the matches: anyone who adds the same
 * matches in the same order gets the same numbers to the last bit.
 */
public final class LadderRatings {

    private final WengLin model;
    private final Map<String, Rating> ratings = new HashMap<>();

    /** @param players by seat */
    public record Match(List<String> players, Outcome outcome) {
        public Match {
            players = List.copyOf(players);
            if (players.stream().distinct().count() < players.size()) {
                throw new IllegalArgumentException("nobody can play a rated match against itself: " + players);
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
        List<Rating> after = model.rate(match.players().stream().map(this::of).toList(), match.outcome());
        for (int seat = 0; seat < after.size(); seat++) {
            ratings.put(match.players().get(seat), after.get(seat));
        }
    }

    public Rating of(String player) {
        return ratings.getOrDefault(player, Rating.NEW);
    }
}
