package bout.competition.ratings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.Outcome;
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
                        parts[0],
                        parts[1],
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
    void a_draw_of_equals_changes_only_the_uncertainty() {
        WengLin.Pair after = WengLin.LADDER.rate(Rating.NEW, Rating.NEW, Outcome.DRAW);

        assertEquals(after.first(), after.second());
        assertEquals(25, after.first().mu(), SAME);
        assertTrue(after.first().sigma() < Rating.NEW.sigma());
    }

    @Test
    void a_match_that_counts_in_part_moves_a_rating_by_that_part() {
        Rating strong = new Rating(32.444, 5.123);
        Rating weak = new Rating(25.188, 6.211);
        WengLin.Pair full = WengLin.LADDER.rate(strong, weak, Outcome.SECOND_WINS);
        assertEquals(full, WengLin.LADDER.rate(strong, weak, Outcome.SECOND_WINS, 1, 1));

        WengLin.Pair half = WengLin.LADDER.rate(strong, weak, Outcome.SECOND_WINS, 0.5, 0.5);
        assertEquals((strong.mu() + full.first().mu()) / 2, half.first().mu(), SAME);
        assertEquals((weak.mu() + full.second().mu()) / 2, half.second().mu(), SAME);
        assertEquals(
                (Math.pow(weak.sigma(), 2) + Math.pow(full.second().sigma(), 2)) / 2,
                Math.pow(half.second().sigma(), 2),
                SAME * 100);
    }

    @Test
    void ten_matches_agree_with_openskill() {
        LadderRatings ladder = LadderRatings.recompute(new WengLin(25.0 / 12, 0.0001), ten());

        assertRating(24.499737682714102, 6.147365311496941, ladder.of("a"));
        assertRating(25.26370648593638, 6.171789334687577, ladder.of("b"));
        assertRating(24.474457803614857, 6.191652019566843, ladder.of("c"));
        assertRating(25.80761751592399, 6.216712252213347, ladder.of("d"));
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
    void an_expected_win_is_worth_less_than_a_surprise() {
        Rating strong = new Rating(35, 3);
        Rating weak = new Rating(20, 3);

        double expected =
                WengLin.LADDER.rate(strong, weak, Outcome.FIRST_WINS).first().mu() - strong.mu();
        double surprising =
                WengLin.LADDER.rate(strong, weak, Outcome.SECOND_WINS).second().mu() - weak.mu();

        assertTrue(WengLin.LADDER.expectation(strong, weak) > 0.8);
        assertTrue(surprising > 4 * expected, surprising + " and " + expected);
    }

    @Test
    void self_matches_and_invalid_ratings_are_rejected() {
        assertThrows(IllegalArgumentException.class, () -> new LadderRatings.Match("a", "a", Outcome.DRAW));
        assertThrows(IllegalArgumentException.class, () -> new Rating(25, 0));
        assertThrows(IllegalArgumentException.class, () -> new Rating(Double.NaN, 1));
    }
}
