package bout.standings.ladder;

import bout.standings.Outcome;
import bout.standings.ratings.Rating;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which pairs of a ladder are to play in the next minute, each both ways round. One after the other, {@link Matchmaker}
 * chooses; what the matches that are open will teach is counted as if it were known, so that a single new bot does not
 * take all of the round while others are new as well.
 *
 * <p>House bots never change. Once two of them are settled they meet no more: a ladder without any other bot comes to rest.
 *
 * @param matchmaker who chooses
 * @param openMatches how many matches of one player may be open at once
 */
public record Round(Matchmaker matchmaker, int openMatches) {

    /** From both seats. */
    private static final int MATCHES_OF_A_PAIR = 2;

    /**
     * Who can play.
     *
     * @param rating that it goes into a match with
     * @param house whether it is a house bot
     * @param provisional whether its rating is still too uncertain to be relied on
     * @param open how many of its matches are open
     */
    public record Entrant(String key, Rating rating, boolean house, boolean provisional, int open) {}

    /**
     * @param entrants each once
     * @param meetings how often two have met as a pair, open ones included
     * @param pairs how many at most
     * @param seed of the lots
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
                            entrant.key(), afterwards(entrant.rating(), open.get(entrant.key()))))
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
        return !(one.house() && !one.provisional() && other.house() && !other.provisional());
    }

    /** The rating as sure as it will be when the open matches are over, should they be draws against equals. */
    private Rating afterwards(Rating rating, int open) {
        Rating after = rating;
        for (int match = 0; match < open; match++) {
            after = matchmaker.model().rate(after, after, Outcome.DRAW).first();
        }
        return after;
    }
}
