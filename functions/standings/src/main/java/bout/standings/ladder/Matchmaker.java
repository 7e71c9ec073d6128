package bout.standings.ladder;

import bout.engine.SeededRandom;
import bout.standings.ratings.Rating;
import bout.standings.ratings.WengLin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * Chooses who plays next on a ladder: first the player whose rating is most uncertain (the largest sigma, so new bots
 * come first, and of these somebody's before house bots), then the opponent from whom most is learned. What a match
 * teaches is the expected decrease of that player's variance, {@code sigma^2 / c^2 p (1 - p)}: large if the two are
 * about equally strong and the opponent's rating is certain. It is divided by the number of earlier meetings, so nobody
 * meets the same opponent for ever.
 *
 * @param model the rating model of the ladder
 */
public record Matchmaker(WengLin model) {

    /**
     * A player who is free to play.
     *
     * @param id the order among otherwise equal players
     * @param house whether it is a house bot; its author does not wait for it
     */
    public record Candidate(String id, Rating rating, boolean house) {

        /** A bot of somebody's. */
        public Candidate(String id, Rating rating) {
            this(id, rating, false);
        }
    }

    /** Two players who will play a board from both seats; the rating of the first is the more uncertain one. */
    public record Choice(String player, String opponent) {}

    /** How often two players have met, in the period that the ladder considers; the same for both orders. */
    public interface Meetings {
        int between(String one, String other);
    }

    /**
     * @param free the players who may play, each once
     * @param seed for the lot between players that are equal in this
     * @return empty if there are fewer than two players
     */
    public Optional<Choice> next(List<Candidate> free, Meetings meetings, String seed) {
        return next(free, (one, other) -> true, meetings, seed);
    }

    /**
     * @param free the players who may play, each once
     * @param may whether two players, by their ids, may meet now; the same for both orders
     * @param seed for the lot between players that are equal in this
     * @return empty if no two players may meet
     */
    public Optional<Choice> next(
            List<Candidate> free, BiPredicate<String, String> may, Meetings meetings, String seed) {
        List<Candidate> choosing = free.stream()
                .filter(one ->
                        free.stream().anyMatch(other -> !other.id().equals(one.id()) && may.test(one.id(), other.id())))
                .toList();
        if (choosing.isEmpty()) {
            return Optional.empty();
        }
        Candidate player = leastKnown(choosing, SeededRandom.of(seed, "least known of a ladder"));
        double most = -1;
        Candidate best = null;
        for (Candidate opponent : choosing.stream()
                .filter(each -> !each.id().equals(player.id()) && may.test(player.id(), each.id()))
                .sorted(Comparator.comparing(Candidate::id))
                .toList()) {
            double lesson =
                    lesson(player.rating(), opponent.rating()) / (1 + meetings.between(player.id(), opponent.id()));
            if (lesson > most) {
                most = lesson;
                best = opponent;
            }
        }
        return Optional.of(new Choice(player.id(), best.id()));
    }

    private static Candidate leastKnown(List<Candidate> free, SeededRandom lot) {
        double largest = free.stream()
                .mapToDouble(candidate -> candidate.rating().sigma())
                .max()
                .orElseThrow();
        List<Candidate> equal = new ArrayList<>(free.stream()
                .filter(candidate -> candidate.rating().sigma() == largest)
                .sorted(Comparator.comparing(Candidate::id))
                .toList());
        if (equal.stream().anyMatch(candidate -> !candidate.house())) {
            equal.removeIf(Candidate::house);
        }
        return equal.get(lot.nextInt(equal.size()));
    }

    private double lesson(Rating player, Rating opponent) {
        double p = model.expectation(player, opponent);
        double variance = player.sigma() * player.sigma();
        double spread = variance + opponent.sigma() * opponent.sigma() + 2 * model.beta() * model.beta();
        return variance / spread * p * (1 - p);
    }
}
