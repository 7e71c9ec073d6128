package bout.competition.ladder;

import bout.competition.Outcome;
import bout.competition.pairings.GroupSize;
import bout.competition.ratings.Rating;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Chooses the pairs that play in the next minute, each from both seats. {@link Matchmaker} chooses one pair after the
 * other. The information of open matches is counted as if it were known already, so one new bot does not take the whole
 * round while others are new as well. In matches of more than two, it chooses groups instead of pairs: the player who
 * asks gets one opponent after the other, of about its own strength.
 *
 * <p>A bot gets as many pairs as it has turns, and may be the opponent in one more. A house bot may be in any number,
 * but never changes: once the ratings of two house bots are no longer provisional, they do not meet again, except to
 * fill the seats of a group.
 *
 * <p>Bots of one owner never meet: one of them could lose on purpose to lift the other. Nor can they hold up others: of
 * the places of any bot, the bots of one owner take at most half, and they begin at most half of a round's pairs.
 *
 * @param matchmaker chooses the opponents
 * @param size how many play in a match
 * @param openMatches how many matches of one player may be open at once
 */
public record Round(Matchmaker matchmaker, GroupSize size, int openMatches) {

    /** Each pair plays from both seats, each group with its seats in reverse order. */
    private static final int MATCHES_OF_A_PAIR = 2;

    /**
     * A player who can play.
     *
     * @param provisional whether its rating is still too uncertain to be relied on
     * @param turns the number of pairs that it gets in this round
     * @param open its opponents in open matches, by owner; {@code ""} = none
     * @param owner who registered it; {@code ""} for none
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
            List<Player> group = group(
                    player,
                    players,
                    (one, other) -> meetings.between(one, other) + together.getOrDefault(Set.of(one, other), 0),
                    lot);
            if (group.size() < Math.max(2, size.fewest())) {
                asking.remove(player);
                continue;
            }
            group.forEach(each -> each.plays(group));
            List<String> keys = group.stream().map(each -> each.entrant.key()).toList();
            for (int one = 0; one < keys.size(); one++) {
                for (int other = 0; other < one; other++) {
                    together.merge(Set.of(keys.get(one), keys.get(other)), 1, Integer::sum);
                }
            }
            if (!player.entrant.owner().isEmpty()) {
                begunBy.merge(player.entrant.owner(), 1, Integer::sum);
            }
            chosen.add(new Matchmaker.Choice(keys.getFirst(), keys.subList(1, keys.size())));
        }
        return List.copyOf(chosen);
    }

    /** A player with opponents for a match, as many as there are up to the number of seats. */
    private List<Player> group(Player player, Map<String, Player> players, Matchmaker.Meetings meetings, String lot) {
        List<Player> group = new ArrayList<>(List.of(player));
        while (group.size() < size.seats()) {
            Optional<String> next = matchmaker.opponent(
                    player.candidate,
                    players.values().stream()
                            .filter(other -> other.free()
                                    && !player.atRestWith(other)
                                    && group.stream().allMatch(other::mayMeet))
                            .map(other -> other.candidate)
                            .toList(),
                    meetings,
                    group.size() == 1 ? lot : lot + "/" + group.size());
            if (next.isEmpty()) {
                break;
            }
            group.add(players.get(next.get()));
        }
        return group;
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

        /** Its opponents in all open matches. */
        private int places() {
            return open.values().stream().mapToInt(Integer::intValue).sum();
        }

        boolean free() {
            return places() + MATCHES_OF_A_PAIR * (size.seats() - 1) <= openMatches * (size.seats() - 1)
                    && (entrant.house() || pairs <= entrant.turns());
        }

        boolean atRestWith(Player other) {
            return entrant.house() && !entrant.provisional() && other.entrant.house() && !other.entrant.provisional();
        }

        boolean mayMeet(Player other) {
            boolean sameOwner = !entrant.owner().isEmpty() && entrant.owner().equals(other.entrant.owner());
            return this != other
                    && !sameOwner
                    && hasRoomFor(other.entrant.owner())
                    && other.hasRoomFor(entrant.owner());
        }

        private boolean hasRoomFor(String owner) {
            return owner.isEmpty()
                    || open.getOrDefault(owner, 0) + MATCHES_OF_A_PAIR <= Math.max(MATCHES_OF_A_PAIR, openMatches / 2);
        }

        void plays(List<Player> group) {
            turns--;
            pairs++;
            group.stream()
                    .filter(other -> other != this)
                    .forEach(other -> open.merge(other.entrant.owner(), MATCHES_OF_A_PAIR, Integer::sum));
            candidate = candidate();
        }
    }
}
