package bout.competition.ladder;

import bout.competition.Outcome;
import bout.competition.ratings.Rating;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Chooses the pairs that play in the next minute, each from both seats. {@link Matchmaker} chooses one pair after the
 * other. What the open matches will teach is counted as if it were known already, so one new bot does not take the
 * whole round while others are new as well.
 *
 * <p>A bot gets as many pairs as it has turns, and may be the opponent in one more. A house bot may be in any number,
 * but never changes: once the ratings of two house bots are no longer provisional, they do not meet again.
 *
 * <p>Bots of one owner never meet: one of them could lose on purpose to lift the other. Nor can they hold up others: of
 * the places of any bot, the bots of one owner take at most half, and they begin at most half of a round's pairs.
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
     * @param provisional whether its rating is still too uncertain to be relied on
     * @param turns the number of pairs that it gets in this round
     * @param open its open matches, by the owner of the opponent; {@code ""} = nobody in particular
     * @param owner who registered it; {@code ""} for nobody in particular
     */
    public record Entrant(
            String key,
            Rating rating,
            boolean house,
            boolean provisional,
            int turns,
            Map<String, Integer> open,
            String owner) {}

    /**
     * Chooses at most so many pairs; {@code meetings} are how often two players have met as a pair, including open
     * pairs.
     */
    public List<Matchmaker.Choice> choose(
            List<Entrant> entrants, Matchmaker.Meetings meetings, int pairs, String seed) {
        Map<String, Player> players = new HashMap<>();
        entrants.forEach(entrant -> players.put(entrant.key(), new Player(entrant)));
        List<Player> asking = new ArrayList<>(players.values());
        List<Matchmaker.Choice> chosen = new ArrayList<>();
        Map<Set<String>, Integer> together = new HashMap<>();
        Map<String, Integer> begunBy = new HashMap<>();
        while (chosen.size() < pairs) {
            asking.removeIf(player -> player.turns <= 0
                    || !player.free()
                    || 2 * begunBy.getOrDefault(player.entrant.owner(), 0) >= pairs);
            if (asking.isEmpty()) {
                break;
            }
            String lot = seed + "/" + chosen.size() + "/" + asking.size();
            Player player = players.get(matchmaker
                    .leastKnown(asking.stream().map(each -> each.candidate).toList(), lot)
                    .id());
            Optional<Matchmaker.Choice> choice = matchmaker.opponent(
                    player.candidate,
                    players.values().stream()
                            .filter(other -> other.free() && player.mayMeet(other))
                            .map(other -> other.candidate)
                            .toList(),
                    (one, other) -> meetings.between(one, other) + together.getOrDefault(Set.of(one, other), 0),
                    lot);
            if (choice.isEmpty()) {
                asking.remove(player);
                continue;
            }
            Player opponent = players.get(choice.get().opponent());
            player.plays(opponent);
            opponent.plays(player);
            together.merge(Set.of(player.entrant.key(), opponent.entrant.key()), 1, Integer::sum);
            if (!player.entrant.owner().isEmpty()) {
                begunBy.merge(player.entrant.owner(), 1, Integer::sum);
            }
            chosen.add(choice.get());
        }
        return List.copyOf(chosen);
    }

    private final class Player {

        private final Entrant entrant;
        private final Map<String, Integer> open;
        private int turns;
        private int pairs;
        private Matchmaker.Candidate candidate;

        Player(Entrant entrant) {
            this.entrant = entrant;
            open = new HashMap<>(entrant.open());
            turns = entrant.turns();
            candidate = candidate();
        }

        /** With the uncertainty that its rating will have after its open matches, assuming draws against equals. */
        private Matchmaker.Candidate candidate() {
            Rating after = entrant.rating();
            for (int match = 0; match < places(); match++) {
                after = matchmaker
                        .model()
                        .rate(List.of(after, after), Outcome.DRAW)
                        .getFirst();
            }
            return new Matchmaker.Candidate(entrant.key(), after, entrant.house());
        }

        private int places() {
            return open.values().stream().mapToInt(Integer::intValue).sum();
        }

        boolean free() {
            return places() + MATCHES_OF_A_PAIR <= openMatches && (entrant.house() || pairs <= entrant.turns());
        }

        boolean mayMeet(Player other) {
            boolean atRest =
                    entrant.house() && !entrant.provisional() && other.entrant.house() && !other.entrant.provisional();
            boolean sameOwner = !entrant.owner().isEmpty() && entrant.owner().equals(other.entrant.owner());
            return this != other
                    && !atRest
                    && !sameOwner
                    && hasRoomFor(other.entrant.owner())
                    && other.hasRoomFor(entrant.owner());
        }

        private boolean hasRoomFor(String owner) {
            return owner.isEmpty()
                    || open.getOrDefault(owner, 0) + MATCHES_OF_A_PAIR <= Math.max(MATCHES_OF_A_PAIR, openMatches / 2);
        }

        void plays(Player other) {
            turns--;
            pairs++;
            open.merge(other.entrant.owner(), MATCHES_OF_A_PAIR, Integer::sum);
            candidate = candidate();
        }
    }
}
