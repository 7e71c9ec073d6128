package bout.competition.ladder;

import bout.competition.Outcome;
import bout.competition.ratings.LadderRatings;
import bout.competition.ratings.Rating;
import bout.competition.ratings.WengLin;
import bout.engine.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A ladder of players with known strengths, drawn from the distribution that the ratings assume: normal, with mean 25
 * and deviation 25/3. Between players of strengths s and t, if they do not draw, the first wins with probability 1 / (1
 * + exp((t - s) / (sqrt 2 25/6))); one in ten matches is a draw. Each pair that the matchmaker chooses plays twice, as
 * on a board from both seats.
 */
final class LadderSimulation {

    private static final double LUCK = Math.sqrt(2) * 25 / 6;
    private static final double DRAWS = 0.1;
    private static final double SETTLED = Rating.NEW.sigma() / 3;
    private static final int LONGEST_WAY = 1000;

    private final SeededRandom random;
    private final LadderRatings ratings;
    private final Matchmaker matchmaker;
    private final List<Double> strengths = new ArrayList<>();
    private final List<Matchmaker.Candidate> players = new ArrayList<>();
    private final Map<String, Integer> index = new LinkedHashMap<>();
    private final List<Integer> matches = new ArrayList<>();
    private final List<Integer> settledAfter = new ArrayList<>();
    private final Map<List<String>, Integer> meetings = new LinkedHashMap<>();
    private int pairs;

    LadderSimulation(WengLin model, int players, String seed) {
        random = SeededRandom.of(seed, "simulated ladder");
        ratings = new LadderRatings(model);
        matchmaker = new Matchmaker(model);
        for (int player = 0; player < players; player++) {
            join();
        }
    }

    /** A new player. */
    private void join() {
        String id = String.format(Locale.ROOT, "p%05d", players.size());
        index.put(id, players.size());
        players.add(new Matchmaker.Candidate(id, Rating.NEW, false));
        strengths.add(Rating.NEW.mu() + Rating.NEW.sigma() * normal());
        matches.add(0);
        settledAfter.add(0);
    }

    /** Box and Muller, 1958. */
    private double normal() {
        return StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()))
                * StrictMath.cos(2 * Math.PI * random.nextDouble());
    }

    /** Plays until the players have played this many matches on average. */
    void playTo(int matchesEach) {
        while (2L * pairs * 2 < (long) matchesEach * players.size()) {
            playPair();
        }
    }

    /**
     * The agreement between the order of the ratings and that of the strengths, from -1 to 1: Kendall's tau (M. G.
     * Kendall, "A New Measure of Rank Correlation", Biometrika 30, 1938); no two are equal.
     */
    double tau() {
        double balance = 0;
        for (int one = 0; one < players.size(); one++) {
            for (int other = 0; other < one; other++) {
                balance += Math.signum((players.get(one).rating().mu()
                                - players.get(other).rating().mu())
                        * (strengths.get(one) - strengths.get(other)));
            }
        }
        return 2 * balance / players.size() / (players.size() - 1);
    }

    /** Adds new players one by one, each when the previous one is no longer provisional. */
    List<Integer> newcomers(int count) {
        List<Integer> after = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            join();
            int player = players.size() - 1;
            while (settledAfter.get(player) == 0 && matches.get(player) < LONGEST_WAY) {
                playPair();
            }
            after.add(matches.get(player));
        }
        return after.stream().sorted().toList();
    }

    /** The first pair of a round in which everybody is free. */
    static Optional<Matchmaker.Choice> next(
            Matchmaker matchmaker, List<Matchmaker.Candidate> free, Matchmaker.Meetings meetings, String seed) {
        List<Matchmaker.Candidate> asking = new ArrayList<>(free);
        Optional<Matchmaker.Choice> choice = Optional.empty();
        while (choice.isEmpty() && !asking.isEmpty()) {
            Matchmaker.Candidate player = matchmaker.leastKnown(asking, seed);
            choice = matchmaker
                    .opponent(player, free, meetings, seed)
                    .map(opponent -> new Matchmaker.Choice(player.id(), List.of(opponent)));
            asking.remove(player);
        }
        return choice;
    }

    private void playPair() {
        Matchmaker.Choice choice = next(
                        matchmaker,
                        players,
                        (one, other) -> meetings.getOrDefault(key(one, other), 0),
                        Integer.toString(pairs++))
                .orElseThrow();
        meetings.merge(key(choice.player(), choice.opponents().getFirst()), 1, Integer::sum);
        play(choice.player(), choice.opponents().getFirst());
        play(choice.opponents().getFirst(), choice.player());
    }

    private static List<String> key(String one, String other) {
        return one.compareTo(other) < 0 ? List.of(one, other) : List.of(other, one);
    }

    private void play(String first, String second) {
        double difference = strengths.get(index.get(second)) - strengths.get(index.get(first));
        double winning = 1 / (1 + StrictMath.exp(difference / LUCK));
        Outcome outcome = random.nextDouble() < DRAWS
                ? Outcome.DRAW
                : random.nextDouble() < winning ? Outcome.FIRST_WINS : Outcome.SECOND_WINS;
        ratings.add(new LadderRatings.Match(List.of(first, second), outcome));
        for (String id : Arrays.asList(first, second)) {
            int player = index.get(id);
            Rating rating = ratings.of(id);
            players.set(player, new Matchmaker.Candidate(id, rating, false));
            matches.set(player, matches.get(player) + 1);
            if (settledAfter.get(player) == 0 && rating.sigma() < SETTLED) {
                settledAfter.set(player, matches.get(player));
            }
        }
    }
}
