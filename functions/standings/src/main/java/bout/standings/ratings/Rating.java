package bout.standings.ratings;

/**
 * What is believed of a player's strength: a normal distribution.
 *
 * @param mu its mean
 * @param sigma its standard deviation, above 0
 */
public record Rating(double mu, double sigma) {

    /** Of a player who has not played: mean 25, and 0 lies three deviations below it. */
    public static final Rating NEW = new Rating(25, 25.0 / 3);

    private static final double DEVIATIONS = 3;

    public Rating {
        if (!Double.isFinite(mu) || !(sigma > 0) || !Double.isFinite(sigma)) {
            throw new IllegalArgumentException(
                    "a rating has a finite mu and a sigma above 0, not " + mu + ", " + sigma);
        }
    }

    /** What leaderboards sort by: a strength that the player almost surely has, {@code mu - 3 sigma}. */
    public double leaderboard() {
        return mu - DEVIATIONS * sigma;
    }

    /**
     * Where a changed bot starts: at its old mean, and with no less than half the sigma of a new player, since nobody
     * knows how much has changed.
     */
    public Rating ofNewVersion() {
        return new Rating(mu, Math.max(sigma, NEW.sigma / 2));
    }
}
