package bout.competition.ratings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** The numbers are those of SciPy 1.17.1, {@code stats.kendalltau}. */
class RankCorrelationTest {

    @Test
    void two_orders_agree_with_scipy() {
        assertEquals(
                0.6190476190476191,
                RankCorrelation.kendall(new double[] {1, 2, 3, 4, 5, 6, 7}, new double[] {2, 1, 4, 3, 7, 5, 6}),
                1e-12);
    }

    @Test
    void ties_agree_with_scipy() {
        assertEquals(
                0.7412493166611013,
                RankCorrelation.kendall(new double[] {1, 2, 2, 4, 5, 5}, new double[] {1, 3, 2, 2, 6, 4}),
                1e-12);
    }

    @Test
    void the_same_order_is_one_and_the_reverse_is_minus_one() {
        assertEquals(1, RankCorrelation.kendall(new double[] {1, 2, 3}, new double[] {10, 20, 30}), 1e-12);
        assertEquals(-1, RankCorrelation.kendall(new double[] {1, 2, 3}, new double[] {3, 2, 1}), 1e-12);
        assertEquals(0, RankCorrelation.kendall(new double[] {1, 1}, new double[] {1, 2}));
    }

    @Test
    void players_are_compared_with_themselves_only() {
        assertThrows(
                IllegalArgumentException.class, () -> RankCorrelation.kendall(new double[] {1}, new double[] {1, 2}));
    }
}
