package bout.competition.ratings;

import bout.competition.Outcome;

/**
 * Online ratings by Weng and Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning
 * Research 12 (2011), algorithm 1: Bradley-Terry, full pairing, here of two players. With c^2 = sigma_1^2 + sigma_2^2 +
 * 2 beta^2, p = 1 / (1 + exp((mu_2 - mu_1) / c)) and s = 1, 1/2 or 0 for a win, a draw or a loss of player 1,
 *
 * <pre>
 * mu_1    becomes mu_1 + sigma_1^2 / c (s - p)
 * sigma_1 becomes sigma_1 sqrt(max(1 - gamma sigma_1^2 / c^2 p (1 - p), kappa))
 * </pre>
 *
 * and player 2 likewise. The paper leaves gamma open; here it is 1, as fast as the approximation allows. A match that
 * counts only in part moves mu by that part, and shrinks sigma^2 by that part of what a full one would.
 *
 * @param beta how much luck there is in a match, in units of mu; above 0
 * @param kappa the smallest factor by which a match may shrink the variance; from 0 to 1
 */
public record WengLin(double beta, double kappa) {

    /**
     * The parameters for ladders. Among well-known opponents, a new bot needs 16 matches until its sigma is below a
     * third of the initial value, instead of 50 with the usual beta 25/6 and gamma sigma / c; the resulting order is
     * equally accurate (decision 0018).
     */
    public static final WengLin LADDER = new WengLin(25.0 / 9, 0.0001);

    public record Pair(Rating first, Rating second) {}

    public WengLin {
        if (!(beta > 0) || !(kappa >= 0 && kappa <= 1)) {
            throw new IllegalArgumentException(
                    "beta must be above 0 and kappa from 0 to 1, not " + beta + ", " + kappa);
        }
    }

    public Pair rate(Rating first, Rating second, Outcome outcome) {
        return rate(first, second, outcome, 1, 1);
    }

    /** The weights say how much the match counts for each player; above 0, at most 1. */
    public Pair rate(Rating first, Rating second, Outcome outcome, double firstWeight, double secondWeight) {
        double score =
                switch (outcome) {
                    case FIRST_WINS -> 1;
                    case DRAW -> 0.5;
                    case SECOND_WINS -> 0;
                };
        return new Pair(after(first, second, score, firstWeight), after(second, first, 1 - score, secondWeight));
    }

    /** The probability that the first player wins, from 0 to 1; a draw counts as half a win. */
    public double expectation(Rating first, Rating second) {
        return 1 / (1 + StrictMath.exp((second.mu() - first.mu()) / spread(first, second)));
    }

    private Rating after(Rating own, Rating other, double score, double weight) {
        double c = spread(own, other);
        double p = expectation(own, other);
        double variance = own.sigma() * own.sigma();
        double delta = weight * variance / (c * c) * p * (1 - p);
        return new Rating(
                own.mu() + weight * variance / c * (score - p),
                own.sigma() * StrictMath.sqrt(Math.max(1 - delta, kappa)));
    }

    private double spread(Rating first, Rating second) {
        return StrictMath.sqrt(first.sigma() * first.sigma() + second.sigma() * second.sigma() + 2 * beta * beta);
    }
}
