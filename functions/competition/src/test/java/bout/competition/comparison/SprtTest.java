package bout.competition.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bout.competition.Outcome;
import bout.competition.comparison.Sprt.Decision;
import bout.competition.comparison.Sprt.EloDifference;
import bout.competition.comparison.Sprt.PairCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SprtTest {

    private static PairCounts counts(String text) {
        String[] parts = text.split(" ");
        return new PairCounts(
                Long.parseLong(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                Long.parseLong(parts[3]),
                Long.parseLong(parts[4]));
    }

    private static Sprt sprt(double elo0, double elo1) {
        return new Sprt(elo0, elo1, 0.05, 0.05);
    }

    /** Published in the tests of fastchess ({@code app/tests/sprt_test.cpp}), to two decimals. */
    @ParameterizedTest
    @CsvSource({
        "223 9863 21279 10037 246,    0.5,   2.5, -3.07",
        "871 26175 55983 26678 821,   0,     2, -4.98",
    })
    void the_ratio_agrees_with_the_values_published_by_fastchess(
            String counts, double elo0, double elo1, double published) {
        assertEquals(published, sprt(elo0, elo1).logLikelihoodRatio(counts(counts)), 0.005);
    }

    /**
     * Recorded from fishtest's own {@code LLRcalc.py} (commit 0753fcc), {@code LLR_logistic}, with SciPy 1.17.1; the
     * first two counts are those of its self-test.
     */
    @ParameterizedTest
    @CsvSource({
        "10789 19328 33806 19402 10543, -3,    1, 2.1310678117940807",
        "39 2226 31451 2412 40,         0,     5, -68.71870172599658",
        "1187 7410 13475 7378 1164,     -3,    1, 2.86152718059463",
        "3 7 12 9 6,                    0,     50, 0.558630939947187",
        "0 1 4 8 2,                     0,     50, 2.0027972293405703",
        "0 0 0 0 104,                   0,     50, 13.893798541582338",
        "0 0 1 0 0,                     0,     5, -0.011281921403603191",
    })
    void the_ratio_agrees_with_fishtest(String counts, double elo0, double elo1, double recorded) {
        assertEquals(recorded, sprt(elo0, elo1).logLikelihoodRatio(counts(counts)), 1e-6 * (1 + Math.abs(recorded)));
    }

    /**
     * Recorded from fishtest's {@code stat_util.get_elo} (commit 1054c5a); the last two also appear in the tests of
     * fastchess.
     */
    @ParameterizedTest
    @CsvSource({
        "10789 19328 33806 19402 10543, -0.7735773359165423, -2.051167691664677, 0.5039920997913666, 0.1176588580327751",
        "39 2226 31451 2412 40, 0.902981048809024, 0.24045284636979794, 1.5655158183331086, 0.9962220973354207",
        "3 7 12 9 6, 37.707966736739195, -27.743067467956838, 105.97405870784866, 0.8704087465427675",
        "0 1 4 8 2, 133.57553398902706, 60.08606412538905, 220.83874524823764, 0.9998825184785987",
        "34 54 63 64 75, 55.57978042044588, 28.27615975741023, 83.58301877019713, 0.9999703930084313",
        "332 433 498 333 334, -8.64266726796901, -18.98450868585014, 1.683880162935972, 0.05047006698252935",
    })
    void the_difference_and_its_interval_agree_with_fishtest(
            String counts, double elo, double low, double high, double superiority) {
        EloDifference difference = EloDifference.of(counts(counts));

        assertEquals(elo, difference.elo(), 1e-8);
        assertEquals(low, difference.low(), 1e-8);
        assertEquals(high, difference.high(), 1e-8);
        assertEquals(superiority, difference.superiority(), 1e-10);
    }

    @Test
    void the_bounds_follow_wald() {
        Sprt sprt = new Sprt(0, 5, 0.05, 0.1);

        assertEquals(Math.log(0.9 / 0.05), sprt.upperBound(), 1e-12);
        assertEquals(Math.log(0.1 / 0.95), sprt.lowerBound(), 1e-12);
        assertEquals(2.9444, sprt(0, 5).upperBound(), 0.00005);
    }

    @Test
    void a_test_ends_at_its_bounds_and_not_before() {
        Sprt sprt = sprt(0, 50);

        assertEquals(Decision.GO_ON, sprt.decide(PairCounts.NONE));
        assertEquals(Decision.GO_ON, sprt.decide(counts("0 1 4 8 2")));
        assertEquals(Decision.H1, sprt.decide(counts("0 2 8 16 4")));
        assertEquals(Decision.H0, sprt.decide(counts("4 16 8 2 0")));
    }

    @Test
    void a_pair_counts_for_the_player_who_swapped_seats() {
        PairCounts counts = PairCounts.NONE
                .plus(Outcome.FIRST_WINS, Outcome.SECOND_WINS)
                .plus(Outcome.FIRST_WINS, Outcome.FIRST_WINS)
                .plus(Outcome.DRAW, Outcome.DRAW)
                .plus(Outcome.SECOND_WINS, Outcome.FIRST_WINS)
                .plus(Outcome.DRAW, Outcome.SECOND_WINS)
                .plus(Outcome.DRAW, Outcome.FIRST_WINS);

        assertEquals(new PairCounts(1, 1, 2, 1, 1), counts);
        assertEquals(6, counts.pairs());
    }

    @Test
    void no_pairs_mean_no_result() {
        EloDifference difference = EloDifference.of(PairCounts.NONE);

        assertEquals(0, difference.elo(), 1e-9);
        assertEquals(0.5, difference.superiority(), 1e-9);
        assertEquals(0, sprt(0, 5).logLikelihoodRatio(PairCounts.NONE));
    }

    @Test
    void invalid_hypotheses_are_rejected() {
        assertThrows(IllegalArgumentException.class, () -> sprt(5, 5));
        assertThrows(IllegalArgumentException.class, () -> new Sprt(0, 5, 0, 0.05));
        assertThrows(IllegalArgumentException.class, () -> new Sprt(0, 5, 0.5, 0.5));
    }
}
