package bout.competition.ladder;

import bout.competition.ratings.Rating;
import bout.competition.ratings.WengLin;
import bout.engine.SeededRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Chooses who plays next on a ladder: first the player whose rating is most uncertain (the largest sigma, so new bots
 * come first, and of these somebody's before house bots), then an opponent from whom much is learned. The information
 * of a match is the expected decrease of that player's variance, {@code sigma^2 / c^2 p (1 - p)}: large if the two are
 * about equally strong and the opponent's rating is certain. It is divided by the number of earlier meetings, so no
 * player meets the same opponent forever. Less than {@value #LEAST} is not worth a match: a ladder where nothing is
 * uncertain rests.
 *
 * @param model the rating model of the ladder
 */
public record Matchmaker(WengLin model) {

    /**
     * The least information that a match must give, as a share of the player's variance. Against equals that it has met
     * before, a bot rests when its sigma is about 1.2 (48 points as shown); against an opponent that it almost always
     * beats, far earlier.
     */
    static final double LEAST = 0.01;

    /** A result that the ratings expect with more than this probability is nearly certain. */
    private static final double CERTAIN = 0.97;

    /**
     * A lot decides between all opponents that give at least this share of the best one's information: otherwise one
     * house bot would be everybody's first opponent.
     */
    private static final double ABOUT_AS_MUCH = 0.8;

    /** A player who is free to play; ids decide the order of equals. The author of a house bot does not wait for it. */
    public record Candidate(String id, Rating rating, boolean house) {}

    /** Players who will play a board twice, the second time with their seats in reverse order. The first one asked. */
    public record Choice(String player, List<String> opponents) {

        public List<String> players() {
            return Stream.concat(Stream.of(player), opponents.stream()).toList();
        }
    }

    /** How often two players have met, in the period that the ladder considers; the same for both orders. */
    public interface Meetings {
        int between(String one, String other);
    }

    Candidate leastKnown(List<Candidate> asking, String seed) {
        double largest = asking.stream()
                .mapToDouble(candidate -> candidate.rating().sigma())
                .max()
                .orElseThrow();
        List<Candidate> equal = new ArrayList<>(asking.stream()
                .filter(candidate -> candidate.rating().sigma() == largest)
                .sorted(Comparator.comparing(Candidate::id))
                .toList());
        if (equal.stream().anyMatch(candidate -> !candidate.house())) {
            equal.removeIf(Candidate::house);
        }
        return equal.get(SeededRandom.of(seed, "least known of a ladder").nextInt(equal.size()));
    }

    /**
     * The next opponent of a player, if there is one. An opponent against whom the result is nearly certain is chosen
     * only if there is no other.
     */
    Optional<String> opponent(Candidate player, List<Candidate> opponents, Meetings meetings, String seed) {
        Map<Candidate, Double> worth = new LinkedHashMap<>();
        opponents.stream().sorted(Comparator.comparing(Candidate::id)).forEach(opponent -> {
            double lesson = opponent.id().equals(player.id()) ? 0 : lesson(player.rating(), opponent.rating());
            if (lesson >= LEAST) {
                worth.put(opponent, lesson / (1 + meetings.between(player.id(), opponent.id())));
            }
        });
        worth.values().removeIf(lesson -> lesson < LEAST);
        if (worth.keySet().stream().anyMatch(opponent -> !certain(player, opponent))) {
            worth.keySet().removeIf(opponent -> certain(player, opponent));
        }
        double most = worth.values().stream().max(Comparator.naturalOrder()).orElse(0.0);
        worth.values().removeIf(lesson -> lesson < ABOUT_AS_MUCH * most);
        List<Candidate> best = List.copyOf(worth.keySet());
        return best.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        best.get(SeededRandom.of(seed, "opponent on a ladder").nextInt(best.size()))
                                .id());
    }

    private boolean certain(Candidate player, Candidate opponent) {
        double p = model.expectation(player.rating(), opponent.rating());
        return Math.max(p, 1 - p) > CERTAIN;
    }

    private double lesson(Rating player, Rating opponent) {
        double p = model.expectation(player, opponent);
        double variance = player.sigma() * player.sigma();
        double spread = variance + opponent.sigma() * opponent.sigma() + 2 * model.beta() * model.beta();
        return variance / spread * p * (1 - p);
    }
}
