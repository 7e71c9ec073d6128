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
 * Chooses who of a ladder plays next: first whoever is known least (the largest sigma, so new bots come first), and against
 * it the opponent from whom most is learned. What a match teaches is by how much it is expected to shrink the variance of
 * the one who is known least, {@code sigma^2 / c^2 p (1 - p)}: much where the two are about equally strong, and where the
 * opponent is well known. Each earlier meeting divides it, so that nobody meets the same opponent for ever.
 *
 * @param model by which the ladder is rated
 */
public record Matchmaker(WengLin model) {

    /**
     * A player of the ladder who is free to play.
     *
     * @param id sorts where all else is equal
     */
    public record Candidate(String id, Rating rating) {}

    /** Two players who are to play a board from both seats; the first is the one who is known less. */
    public record Choice(String player, String opponent) {}

    /** How often two players have met, in whatever time the ladder looks back; the same for both orders. */
    public interface Meetings {
        int between(String one, String other);
    }

    /**
     * @param free who may play, each once
     * @param seed of the lot that decides between players who are known equally little
     * @return nothing if there are fewer than two
     */
    public Optional<Choice> next(List<Candidate> free, Meetings meetings, String seed) {
        return next(free, (one, other) -> true, meetings, seed);
    }

    /**
     * @param free who may play, each once
     * @param may whether two of them, by their ids, may meet now; the same for both orders
     * @param seed of the lot that decides between players who are known equally little
     * @return nothing if no two may meet
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
        return equal.get(lot.nextInt(equal.size()));
    }

    private double lesson(Rating player, Rating opponent) {
        double p = model.expectation(player, opponent);
        double variance = player.sigma() * player.sigma();
        double spread = variance + opponent.sigma() * opponent.sigma() + 2 * model.beta() * model.beta();
        return variance / spread * p * (1 - p);
    }
}
