package bout.competition.ratings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The recorded numbers are those of openskill.py 6.2.0 (PyPI), {@code BradleyTerryFull(tau=0)}. */
class WengLinTest {

    private static final double SAME = 1e-12;

    /** Ten matches between four players, as {@code first second result}. */
    private static final List<String> TEN =
            List.of("a b 1", "c d =", "a c 2", "b d 1", "d a 2", "c b =", "b a 1", "d c 1", "a c =", "b d 2");

    private static List<LadderRatings.Match> matches(List<String> texts) {
        return texts.stream()
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
    void the_first_match_of_two_new_players_agrees_with_openskill() {
        WengLin.Pair after = WengLin.STANDARD.rate(Rating.NEW, Rating.NEW, Outcome.FIRST_WINS);

        assertRating(27.63523138347365, 8.065506316323548, after.first());
        assertRating(22.36476861652635, 8.065506316323548, after.second());
        assertEquals(3.4387124345030067, after.first().leaderboard(), SAME);
    }

    @Test
    void a_draw_of_equals_changes_only_the_uncertainty() {
        WengLin.Pair after = WengLin.STANDARD.rate(Rating.NEW, Rating.NEW, Outcome.DRAW);

        assertRating(25, 8.065506316323548, after.first());
        assertRating(25, 8.065506316323548, after.second());
    }

    @Test
    void the_ratings_of_unequal_players_agree_with_openskill() {
        Rating strong = new Rating(32.444, 5.123);
        Rating weak = new Rating(25.188, 6.211);

        WengLin.Pair won = WengLin.STANDARD.rate(strong, weak, Outcome.FIRST_WINS);
        assertRating(33.301013038742184, 5.046255365095061, won.first());
        assertRating(23.928315527261773, 6.044197432075762, won.second());

        WengLin.Pair drawn = WengLin.STANDARD.rate(strong, weak, Outcome.DRAW);
        assertRating(31.985753528391893, 5.046255365095061, drawn.first());
        assertRating(25.861555639035572, 6.044197432075762, drawn.second());

        WengLin.Pair lost = WengLin.STANDARD.rate(strong, weak, Outcome.SECOND_WINS);
        assertRating(30.6704940180416, 5.046255365095061, lost.first());
        assertRating(27.79479575080937, 6.044197432075762, lost.second());
    }

    @Test
    void a_match_that_counts_in_part_moves_a_rating_by_that_part() {
        Rating strong = new Rating(32.444, 5.123);
        Rating weak = new Rating(25.188, 6.211);
        WengLin.Pair full = WengLin.STANDARD.rate(strong, weak, Outcome.SECOND_WINS);
        assertEquals(full, WengLin.STANDARD.rate(strong, weak, Outcome.SECOND_WINS, 1, 1));

        WengLin.Pair half = WengLin.STANDARD.rate(strong, weak, Outcome.SECOND_WINS, 0.5, 0.5);
        assertEquals((strong.mu() + full.first().mu()) / 2, half.first().mu(), SAME);
        assertEquals((weak.mu() + full.second().mu()) / 2, half.second().mu(), SAME);
        assertEquals(
                (Math.pow(weak.sigma(), 2) + Math.pow(full.second().sigma(), 2)) / 2,
                Math.pow(half.second().sigma(), 2),
                SAME * 100);
    }

    @Test
    void ten_matches_agree_with_openskill() {
        LadderRatings ladder = LadderRatings.recompute(WengLin.STANDARD, matches(TEN));

        assertRating(24.520433214799997, 7.131950076932466, ladder.of("a"));
        assertRating(25.205612422692802, 7.14070820064016, ladder.of("b"));
        assertRating(24.494105498936353, 7.149180753783483, ladder.of("c"));
        assertRating(25.794312893129643, 7.1580346919080515, ladder.of("d"));
    }

    @Test
    void other_parameters_agree_with_openskill_too() {
        // gamma = 1 and beta = 25/12
        LadderRatings ladder =
                LadderRatings.recompute(new WengLin(25.0 / 12, 0.0001, WengLin.Shrinking.FULLY), matches(TEN));

        assertRating(24.499737682714102, 6.147365311496941, ladder.of("a"));
        assertRating(25.26370648593638, 6.171789334687577, ladder.of("b"));
        assertRating(24.474457803614857, 6.191652019566843, ladder.of("c"));
        assertRating(25.80761751592399, 6.216712252213347, ladder.of("d"));
    }

    @Test
    void stored_ratings_equal_recomputed_ones_to_the_last_bit() {
        List<LadderRatings.Match> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            all.addAll(matches(TEN));
        }
        LadderRatings onTheWay = new LadderRatings(WengLin.STANDARD);
        for (LadderRatings.Match match : all) {
            // Stored as text and read back, as in the table.
            LadderRatings read = new LadderRatings(WengLin.STANDARD);
            onTheWay.all()
                    .forEach((player, rating) -> read.put(
                            player,
                            new Rating(
                                    Double.parseDouble(Double.toString(rating.mu())),
                                    Double.parseDouble(Double.toString(rating.sigma())))));
            read.add(match);
            onTheWay = read;
        }

        assertEquals(LadderRatings.recompute(WengLin.STANDARD, all).all(), onTheWay.all());
    }

    @Test
    void a_player_without_a_match_is_new() {
        assertEquals(Rating.NEW, new LadderRatings(WengLin.STANDARD).of("nobody"));
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
                WengLin.STANDARD.rate(strong, weak, Outcome.FIRST_WINS).first().mu() - strong.mu();
        double surprising = WengLin.STANDARD
                        .rate(strong, weak, Outcome.SECOND_WINS)
                        .second()
                        .mu()
                - weak.mu();

        assertTrue(WengLin.STANDARD.expectation(strong, weak) > 0.8);
        assertTrue(surprising > 4 * expected, surprising + " and " + expected);
    }

    @Test
    void self_matches_and_invalid_ratings_are_rejected() {
        assertThrows(IllegalArgumentException.class, () -> new LadderRatings.Match("a", "a", Outcome.DRAW));
        assertThrows(IllegalArgumentException.class, () -> new Rating(25, 0));
        assertThrows(IllegalArgumentException.class, () -> new Rating(Double.NaN, 1));
    }
}
