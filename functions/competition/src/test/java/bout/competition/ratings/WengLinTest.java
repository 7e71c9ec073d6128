package bout.competition.ratings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.competition.Outcome;
import bout.engine.Plain;
import bout.engine.SeededRandom;
import bout.wire.Json;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The recorded numbers are those of openskill.py 6.2.0 (PyPI), {@code BradleyTerryFull(tau=0)}, with beta 25/12 and
 * gamma 1.
 */
class WengLinTest {

    private static final double SAME = 1e-12;

    /** Ten matches between four players, as {@code first second result}. */
    private static final List<String> TEN =
            List.of("a b 1", "c d =", "a c 2", "b d 1", "d a 2", "c b =", "b a 1", "d c 1", "a c =", "b d 2");

    private static List<LadderRatings.Match> ten() {
        return TEN.stream()
                .map(text -> text.split(" "))
                .map(parts -> new LadderRatings.Match(
                        List.of(parts[0], parts[1]),
                        switch (parts[2]) {
                            case "1" -> Outcome.FIRST_WINS;
                            case "2" -> Outcome.SECOND_WINS;
                            default -> Outcome.DRAW;
                        }))
                .toList();
    }

    private static void assertRating(double mu, double sigma, Rating rating) {
        assertEquals(mu, rating.mu(), mu * SAME);
        assertEquals(sigma, rating.sigma(), sigma * SAME);
    }

    @Test
    void a_match_that_counts_in_part_moves_a_rating_by_that_part() {
        Rating strong = new Rating(32.444, 5.123);
        Rating weak = new Rating(25.188, 6.211);
        List<Rating> full = WengLin.LADDER.rate(List.of(strong, weak), Outcome.SECOND_WINS);
        assertEquals(full, WengLin.LADDER.rate(List.of(strong, weak), Outcome.SECOND_WINS, (player, other) -> 1));

        List<Rating> half = WengLin.LADDER.rate(List.of(strong, weak), Outcome.SECOND_WINS, (player, other) -> 0.5);
        assertEquals((strong.mu() + full.get(0).mu()) / 2, half.get(0).mu(), SAME);
        assertEquals((weak.mu() + full.get(1).mu()) / 2, half.get(1).mu(), SAME);
        assertEquals(
                (Math.pow(weak.sigma(), 2) + Math.pow(full.get(1).sigma(), 2)) / 2,
                Math.pow(half.get(1).sigma(), 2),
                SAME * 100);
    }

    @Test
    void ten_matches_agree_with_openskill() {
        LadderRatings ladder = LadderRatings.recompute(new WengLin(25.0 / 12, 0.0001, (sigma, c) -> 1, 0), ten());

        assertRating(24.499737682714102, 6.147365311496941, ladder.of("a"));
        assertRating(25.26370648593638, 6.171789334687577, ladder.of("b"));
        assertRating(24.474457803614857, 6.191652019566843, ladder.of("c"));
        assertRating(25.80761751592399, 6.216712252213347, ladder.of("d"));
    }

    @Test
    void matches_of_two_to_eight_players_agree_with_openskill() throws IOException, Json.NotJson {
        Plain file = Plain.of(Json.read(
                getClass().getResourceAsStream("/openskill-seats.json").readAllBytes()));
        WengLin model = new WengLin(
                file.get("beta").number(),
                file.get("kappa").number(),
                (sigma, c) -> sigma / c,
                file.get("tau").number());
        LadderRatings ladder = new LadderRatings(model);
        for (Plain match : file.get("matches").entries()) {
            List<String> players =
                    match.get("players").entries().stream().map(Plain::text).toList();
            ladder.add(new LadderRatings.Match(
                    players,
                    new Outcome(match.get("places").entries().stream()
                            .map(place -> place.integer(1, 8))
                            .toList())));
            for (int seat = 0; seat < players.size(); seat++) {
                Plain after = match.get("after").at(seat);
                assertEquals(after.at(0).number(), ladder.of(players.get(seat)).mu(), 1e-9);
                assertEquals(after.at(1).number(), ladder.of(players.get(seat)).sigma(), 1e-9);
            }
        }
    }

    /** The formula for two players, as the first ladders used it. */
    private static Rating ofTwo(Rating own, Rating other, double score, double weight) {
        double beta = 25.0 / 9;
        double c = StrictMath.sqrt(own.sigma() * own.sigma() + other.sigma() * other.sigma() + 2 * beta * beta);
        double p = 1 / (1 + StrictMath.exp((other.mu() - own.mu()) / c));
        double variance = own.sigma() * own.sigma();
        double delta = weight * variance / (c * c) * p * (1 - p);
        return new Rating(
                own.mu() + weight * variance / c * (score - p),
                own.sigma() * StrictMath.sqrt(Math.max(1 - delta, 0.0001)));
    }

    @Test
    void two_players_are_rated_to_the_bit_as_by_the_formula_for_two() {
        SeededRandom random = SeededRandom.of("7", "pairs");
        for (int pair = 0; pair < 20_000; pair++) {
            Rating one = new Rating(60 * random.nextDouble() - 5, 0.3 + 9 * random.nextDouble());
            Rating other = new Rating(60 * random.nextDouble() - 5, 0.3 + 9 * random.nextDouble());
            int halves = random.nextInt(3);
            Outcome outcome = List.of(Outcome.SECOND_WINS, Outcome.DRAW, Outcome.FIRST_WINS)
                    .get(halves);
            double[] weights = {1 - random.nextDouble(), random.nextBoolean() ? 1 : 2.0 / (2 + random.nextInt(9))};

            assertEquals(
                    List.of(
                            ofTwo(one, other, halves / 2.0, weights[0]),
                            ofTwo(other, one, 1 - halves / 2.0, weights[1])),
                    WengLin.LADDER.rate(List.of(one, other), outcome, (player, against) -> weights[player]));
        }
    }

    @Test
    void a_player_without_a_match_is_new() {
        assertEquals(Rating.NEW, new LadderRatings(WengLin.LADDER).of("nobody"));
        assertEquals(0, Rating.NEW.leaderboard(), SAME);
        assertEquals("1500 ± 333", Rating.NEW.text());
        assertEquals("1480 ± 280", new Rating(24.5, 7).text());
        assertEquals("1480", new Rating(24.5, 2.7).text());
        assertEquals("-100", new Rating(-15, 1).text());
    }

    @Test
    void a_new_version_keeps_the_mean_with_higher_uncertainty() {
        assertEquals(new Rating(31, Rating.NEW.sigma() / 2), new Rating(31, 1.5).ofNewVersion());
        assertEquals(new Rating(31, 8), new Rating(31, 8).ofNewVersion());
    }

    @Test
    void self_matches_and_invalid_ratings_are_rejected() {
        assertThrows(IllegalArgumentException.class, () -> new LadderRatings.Match(List.of("a", "a"), Outcome.DRAW));
        assertThrows(IllegalArgumentException.class, () -> new Rating(25, 0));
        assertThrows(IllegalArgumentException.class, () -> new Rating(Double.NaN, 1));
    }
}
