package bout.standings.ladder;

import bout.standings.Outcome;
import bout.standings.ratings.Rating;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Chooses the pairs that play in the next minute, each from both seats. {@link Matchmaker} chooses one pair after the
 * other. What the open matches will teach is counted as if it were known already, so one new bot does not take the
 * whole round while others are new as well.
 *
 * <p>House bots never change. Once the ratings of two house bots are no longer provisional, they do not meet again: a
 * ladder with only house bots stops once all are rated.
 *
 * <p>Bots of one owner never meet: one of them could lose on purpose to lift the other.
 *
 * @param matchmaker chooses the pairs
 * @param openMatches how many matches of one player may be open at once
 */
public record Round(Matchmaker matchmaker, int openMatches) {

    /** Each pair plays from both seats. */
    private static final int MATCHES_OF_A_PAIR = 2;

    /**
     * A player who can play.
     *
     * @param rating its rating before the match
     * @param house whether it is a house bot
     * @param provisional whether its rating is still too uncertain to be relied on
     * @param open the number of its open matches
     * @param owner who registered it; {@code null} for nobody in particular
     */
    public record Entrant(String key, Rating rating, boolean house, boolean provisional, int open, String owner) {}

    /**
     * @param entrants the players, each once
     * @param meetings how often two players have met as a pair, including open pairs
     * @param pairs the maximum number of pairs
     * @param seed for the lots
     */
    public List<Matchmaker.Choice> choose(
            List<Entrant> entrants, Matchmaker.Meetings meetings, int pairs, String seed) {
        Map<String, Entrant> byKey = new HashMap<>();
        Map<String, Integer> open = new HashMap<>();
        entrants.forEach(entrant -> {
            byKey.put(entrant.key(), entrant);
            open.put(entrant.key(), entrant.open());
        });
        List<Matchmaker.Choice> chosen = new ArrayList<>();
        while (chosen.size() < pairs) {
            List<Matchmaker.Candidate> free = entrants.stream()
                    .filter(entrant -> open.get(entrant.key()) + MATCHES_OF_A_PAIR <= openMatches)
                    .map(entrant -> new Matchmaker.Candidate(
                            entrant.key(), afterwards(entrant.rating(), open.get(entrant.key())), entrant.house()))
                    .toList();
            Optional<Matchmaker.Choice> next = matchmaker.next(
                    free,
                    (one, other) -> mayMeet(byKey.get(one), byKey.get(other)),
                    (one, other) -> meetings.between(one, other)
                            + (int) chosen.stream()
                                    .filter(pair -> pair.equals(new Matchmaker.Choice(one, other))
                                            || pair.equals(new Matchmaker.Choice(other, one)))
                                    .count(),
                    seed + "/" + chosen.size());
            if (next.isEmpty()) {
                break;
            }
            chosen.add(next.get());
            open.merge(next.get().player(), MATCHES_OF_A_PAIR, Integer::sum);
            open.merge(next.get().opponent(), MATCHES_OF_A_PAIR, Integer::sum);
        }
        return List.copyOf(chosen);
    }

    private static boolean mayMeet(Entrant one, Entrant other) {
        boolean sameOwner = one.owner() != null && one.owner().equals(other.owner());
        return !sameOwner && !(one.house() && !one.provisional() && other.house() && !other.provisional());
    }

    /** The rating with the uncertainty it will have after the open matches, assuming draws against equals. */
    private Rating afterwards(Rating rating, int open) {
        Rating after = rating;
        for (int match = 0; match < open; match++) {
            after = matchmaker.model().rate(after, after, Outcome.DRAW).first();
        }
        return after;
    }
}
