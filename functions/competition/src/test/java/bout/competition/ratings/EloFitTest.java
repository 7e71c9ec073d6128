package bout.competition.ratings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bout.competition.ratings.EloFit.PairRecord;
import bout.engine.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EloFitTest {

    private static final double LOGIT_PER_ELO = Math.log(10) / 400;

    /** Wins of the row's team over the column's team, American League 1987, 13 matches for each pair. */
    private static final int[][] BASEBALL = {
        {0, 7, 9, 7, 7, 9, 11}, // Milwaukee
        {6, 0, 7, 5, 11, 9, 9}, // Detroit
        {4, 6, 0, 7, 7, 8, 12}, // Toronto
        {6, 8, 6, 0, 6, 7, 10}, // New York
        {6, 2, 6, 7, 0, 7, 12}, // Boston
        {4, 4, 5, 6, 6, 0, 6}, // Cleveland
        {2, 4, 1, 3, 1, 7, 0}, // Baltimore
    };

    private static final List<PairRecord> WITH_DRAWS = List.of(
            new PairRecord(0, 1, 12, 5, 3),
            new PairRecord(0, 2, 7, 9, 4),
            new PairRecord(0, 3, 15, 3, 2),
            new PairRecord(1, 2, 6, 6, 8),
            new PairRecord(1, 3, 9, 7, 4),
            new PairRecord(2, 3, 11, 2, 7),
            new PairRecord(4, 0, 1, 2, 7),
            new PairRecord(4, 3, 3, 5, 2));

    private static List<PairRecord> baseball() {
        List<PairRecord> records = new ArrayList<>();
        for (int one = 0; one < BASEBALL.length; one++) {
            for (int other = 0; other < one; other++) {
                records.add(new PairRecord(one, other, BASEBALL[one][other], 0, BASEBALL[other][one]));
            }
        }
        return records;
    }

    /**
     * Agresti, Categorical Data Analysis, 2nd edition, section 10.6: estimates and standard errors of the Bradley-Terry
     * model, Baltimore at 0; the same in the vignette of the R package BradleyTerry2.
     */
    @Test
    void the_fit_agrees_with_published_figures_of_a_baseball_season() {
        EloFit.Ratings fit = EloFit.fit(7, baseball(), 6, 0, 0);

        double[] estimates = {1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0};
        double[] errors = {0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319, 0};
        for (int team = 0; team < 7; team++) {
            assertEquals(estimates[team], fit.elo(team) * LOGIT_PER_ELO, 0.00005, "team " + team);
            assertEquals(errors[team], fit.error(team) * LOGIT_PER_ELO, 0.00005, "team " + team);
        }
        assertEquals(0, fit.drawWeight());
    }

    @Test
    void thousands_of_matches_with_the_same_result_have_ratings() {
        double before = 0;
        for (long matches = 1; matches <= 100_000; matches *= 10) {
            double won = fitted(new PairRecord(0, 1, matches, 0, 0));
            assertTrue(won > before + 100, matches + " wins: " + won);
            before = won;
            assertEquals(0, fitted(new PairRecord(0, 1, 0, matches, 0)), 1e-6, matches + " draws");
        }
        for (long matches = 500; matches <= 20_000; matches += 50) {
            double won = fitted(new PairRecord(0, 1, matches, 0, 0));
            double drawn = fitted(new PairRecord(0, 1, matches, 1, 0));
            double lost = fitted(new PairRecord(0, 1, matches, 0, 1));
            assertTrue(won > drawn && drawn > lost, matches + " wins");
        }
    }

    private static double fitted(PairRecord record) {
        return EloFit.fit(2, List.of(record), 1, 0, EloFit.USUAL_PRIOR).elo(0);
    }

    /**
     * Recorded from statsmodels 0.15.0: Davidson's model as a log-linear one, {@code GLM} with family {@code Poisson};
     * intervals and superiority from its covariance by SciPy 1.17.1.
     */
    @Test
    void the_fit_with_draws_agrees_with_statsmodels() {
        EloFit.Ratings fit = EloFit.fit(5, WITH_DRAWS, 2, 1000, 0);

        double[] elo = {1157.36128236402, 939.8350420069106, 1000, 825.093373851023, 846.796627943083};
        double[] intervals = {138.78105654377097, 134.23649720730182, 0, 138.39786333175752, 233.57667794400083};
        for (int player = 0; player < 5; player++) {
            assertEquals(elo[player], fit.elo(player), 1e-6);
            assertEquals(intervals[player], fit.interval95(player), 1e-5);
        }
        assertEquals(0.8940427134425685, fit.drawWeight(), 1e-9);
        assertEquals(0.9868707445849013, fit.superiority(0, 2), 1e-8);
        assertEquals(0.810152442035075, fit.superiority(2, 1), 1e-8);
        assertEquals(0.9504501928150147, fit.superiority(1, 3), 1e-8);
        assertEquals(0.4189967676174938, fit.superiority(3, 4), 1e-8);
        assertEquals(0.9971645628858947, fit.superiority(0, 4), 1e-8);
        assertEquals(1, fit.groups());
    }

    /** Recorded from SciPy 1.17.1, {@code optimize.minimize} of the negative log-likelihood with the prior. */
    @Test
    void with_a_prior_a_player_that_won_everything_has_a_finite_rating() {
        List<PairRecord> perfect =
                List.of(new PairRecord(0, 1, 10, 0, 0), new PairRecord(1, 2, 10, 0, 0), new PairRecord(0, 2, 10, 0, 0));

        assertThrows(ArithmeticException.class, () -> EloFit.fit(3, perfect, 1, 1000, 0));
        EloFit.Ratings fit = EloFit.fit(3, perfect, 1, 1000, EloFit.USUAL_PRIOR);

        assertEquals(1852.507632, fit.elo(0), 1e-3);
        assertEquals(147.492368, fit.elo(2), 1e-3);
        assertEquals(0.370957196, fit.drawWeight(), 1e-6);
        assertTrue(fit.interval95(0) > 300, "the interval is " + fit.interval95(0));
    }

    @Test
    void only_the_prior_connects_groups_that_never_met() {
        List<PairRecord> groups = List.of(new PairRecord(0, 1, 6, 2, 2), new PairRecord(2, 3, 5, 0, 5));

        assertThrows(ArithmeticException.class, () -> EloFit.fit(4, groups, 0, 1000, 0));
        EloFit.Ratings fit = EloFit.fit(4, groups, 0, 1000, EloFit.USUAL_PRIOR);

        assertEquals(2, fit.groups());
        assertEquals(832.579449, fit.elo(1), 1e-3);
        assertEquals(916.289719, fit.elo(2), 1e-3);
        assertEquals(fit.elo(2), fit.elo(3), 1e-6);
        assertTrue(fit.interval95(2) > fit.interval95(1), "across groups " + fit.interval95(2));
    }

    @Test
    void only_draws_need_the_prior_as_well() {
        List<PairRecord> draws = List.of(new PairRecord(0, 1, 0, 20, 0));

        assertThrows(ArithmeticException.class, () -> EloFit.fit(2, draws, 0, 1000, 0));
        assertEquals(1000, EloFit.fit(2, draws, 0, 1000, EloFit.USUAL_PRIOR).elo(1), 1e-9);
    }

    @Test
    void players_without_a_match_are_average_with_high_uncertainty() {
        EloFit.Ratings fit = EloFit.fit(3, List.of(), 0, 1000, EloFit.USUAL_PRIOR);

        assertEquals(1000, fit.elo(2), 1e-9);
        assertEquals(3, fit.groups());
        assertEquals(0.5, fit.superiority(1, 2), 1e-9);
    }

    @Test
    void neither_the_order_nor_the_splitting_of_the_records_matters() {
        List<PairRecord> other = new ArrayList<>();
        for (PairRecord record : WITH_DRAWS.reversed()) {
            other.add(new PairRecord(record.second(), record.first(), record.losses(), 0, record.wins()));
            other.add(new PairRecord(record.first(), record.second(), 0, record.draws(), 0));
        }

        EloFit.Ratings one = EloFit.fit(5, WITH_DRAWS, 2, 1000, 0);
        EloFit.Ratings two = EloFit.fit(5, other, 2, 1000, 0);

        for (int player = 0; player < 5; player++) {
            assertEquals(one.elo(player), two.elo(player), 1e-8);
            assertEquals(one.interval95(player), two.interval95(player), 1e-8);
        }
    }

    @Test
    void the_fit_recovers_the_strengths_of_two_hundred_players() {
        SeededRandom random = new SeededRandom("elo");
        int players = 200;
        double[] truth = new double[players];
        for (int player = 1; player < players; player++) {
            truth[player] = random.nextInt(1200) - 600;
        }
        List<PairRecord> records = new ArrayList<>();
        for (int match = 0; match < 40_000; match++) {
            int one = random.nextInt(players);
            int other = random.nextInt(players);
            if (one != other) {
                double half = (truth[one] - truth[other]) * LOGIT_PER_ELO / 2;
                double win = Math.exp(half);
                double loss = Math.exp(-half);
                double drawn = random.nextDouble() * (win + loss + 0.7);
                records.add(new PairRecord(
                        one,
                        other,
                        drawn < win ? 1 : 0,
                        drawn >= win + loss ? 1 : 0,
                        drawn >= win && drawn < win + loss ? 1 : 0));
            }
        }

        EloFit.Ratings fit = EloFit.fit(players, records, 0, 0, 0);

        int inside = 0;
        for (int player = 1; player < players; player++) {
            inside += Math.abs(fit.elo(player) - truth[player]) <= fit.interval95(player) ? 1 : 0;
        }
        assertEquals(0.7, fit.drawWeight(), 0.02);
        // All intervals share the anchor's luck, so the share that holds varies more than by chance alone.
        assertTrue(inside >= 0.85 * (players - 1), inside + " of 199 lie within their 95 % interval");
    }

    @Test
    void invalid_arguments_are_rejected() {
        assertThrows(IllegalArgumentException.class, () -> new PairRecord(1, 1, 0, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new PairRecord(0, 1, -1, 0, 0));
        assertThrows(
                IllegalArgumentException.class,
                () -> EloFit.fit(2, List.of(new PairRecord(0, 2, 1, 0, 0)), 0, 1000, 0));
        assertThrows(IllegalArgumentException.class, () -> EloFit.fit(2, List.of(), 2, 1000, 0));
        assertThrows(IllegalArgumentException.class, () -> EloFit.fit(2, List.of(), 0, 1000, -1));
    }
}
