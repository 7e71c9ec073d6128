package bout.standings.ratings;

/**
 * The estimate of a player's strength: a normal distribution.
 *
 * @param mu its mean
 * @param sigma its standard deviation, above 0
 */
public record Rating(double mu, double sigma) {

    /** The rating of a player who has not played: mean 25, with 0 three standard deviations below. */
    public static final Rating NEW = new Rating(25, 25.0 / 3);

    private static final double DEVIATIONS = 3;

    public Rating {
        if (!Double.isFinite(mu) || !(sigma > 0) || !Double.isFinite(sigma)) {
            throw new IllegalArgumentException(
                    "a rating needs a finite mu and a sigma above 0, not " + mu + ", " + sigma);
        }
    }

    /** What leaderboards sort by: a cautious estimate of strength, {@code mu - 3 sigma}. */
    public double leaderboard() {
        return mu - DEVIATIONS * sigma;
    }

    /**
     * The rating of a new version of a bot: the old mean, with at least half the sigma of a new player, because nobody
     * knows how much has changed.
     */
    public Rating ofNewVersion() {
        return new Rating(mu, Math.max(sigma, NEW.sigma / 2));
    }
}
