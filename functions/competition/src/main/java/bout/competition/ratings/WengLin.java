package bout.competition.ratings;

import bout.competition.Outcome;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;

/**
 * Online ratings by Weng and Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning
 * Research 12 (2011), algorithm 1: Bradley-Terry, full pairing. Each two players are compared. With c^2 = sigma_i^2 +
 * sigma_q^2 + 2 beta^2, p = 1 / (1 + exp((mu_q - mu_i) / c)) and s = 1, 1/2 or 0 if player i is before, level with or
 * behind player q,
 *
 * <pre>
 * mu_i    becomes mu_i + sum over q of sigma_i^2 / c (s - p)
 * sigma_i becomes sigma_i sqrt(max(1 - sum over q of gamma sigma_i^2 / c^2 p (1 - p), kappa))
 * </pre>
 *
 * where sigma_i^2 has been increased by tau^2 before. A comparison that counts only in part moves mu by that part, and
 * shrinks sigma^2 by that part of a full one's decrease.
 *
 * @param beta how much luck there is in a match, in units of mu; above 0
 * @param kappa the smallest factor by which a match may shrink the variance; from 0 to 1
 * @param gamma of sigma_i and c: how fast uncertainty shrinks. The paper leaves it open; 1 is as fast as the
 *     approximation allows
 * @param tau how much a player's strength may have changed since its last match, in units of mu
 */
public record WengLin(double beta, double kappa, DoubleBinaryOperator gamma, double tau) {

    /**
     * The parameters for ladders. Among well-known opponents, a new bot needs 16 matches until its sigma is below a
     * third of the initial value, instead of 50 with the usual beta 25/6 and gamma sigma / c; the resulting order is
     * equally accurate (decision 0018).
     */
    public static final WengLin LADDER = new WengLin(25.0 / 9, 0.0001, (sigma, c) -> 1, 0);

    /** How much a match counts for a player in the comparison with one of the others; above 0, at most 1. */
    public interface Weights {
        double of(int player, int other);
    }

    public WengLin {
        if (!(beta > 0) || !(kappa >= 0 && kappa <= 1)) {
            throw new IllegalArgumentException(
                    "beta must be above 0 and kappa from 0 to 1, not " + beta + ", " + kappa);
        }
    }

    /** The ratings after a match, by seat. */
    public List<Rating> rate(List<Rating> ratings, Outcome outcome) {
        return rate(ratings, outcome, (player, other) -> 1);
    }

    public List<Rating> rate(List<Rating> ratings, Outcome outcome, Weights weights) {
        List<Rating> before = ratings.stream()
                .map(rating -> new Rating(rating.mu(), StrictMath.sqrt(rating.sigma() * rating.sigma() + tau * tau)))
                .toList();
        return IntStream.range(0, before.size())
                .mapToObj(player -> after(before, player, outcome, weights))
                .toList();
    }

    /** The probability that the first player wins, from 0 to 1; a draw counts as half a win. */
    public double expectation(Rating first, Rating second) {
        return 1 / (1 + StrictMath.exp((second.mu() - first.mu()) / spread(first, second)));
    }

    private Rating after(List<Rating> before, int player, Outcome outcome, Weights weights) {
        Rating own = before.get(player);
        double variance = own.sigma() * own.sigma();
        double omega = 0;
        double delta = 0;
        for (int other = 0; other < before.size(); other++) {
            if (other != player) {
                double c = spread(own, before.get(other));
                double p = expectation(own, before.get(other));
                double weight = weights.of(player, other);
                omega += weight * variance / c * (outcome.halfPoints(player, other) / 2.0 - p);
                delta += gamma.applyAsDouble(own.sigma(), c) * weight * variance / (c * c) * p * (1 - p);
            }
        }
        return new Rating(own.mu() + omega, own.sigma() * StrictMath.sqrt(Math.max(1 - delta, kappa)));
    }

    private double spread(Rating first, Rating second) {
        return StrictMath.sqrt(first.sigma() * first.sigma() + second.sigma() * second.sigma() + 2 * beta * beta);
    }
}
