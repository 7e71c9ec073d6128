package bout.competition.ratings;

import bout.engine.Plain;
import java.util.Map;

/** The estimate of a player's strength: a normal distribution with its mean and its standard deviation, above 0. */
public record Rating(double mu, double sigma) {

    /** The rating of a player who has not played: mean 25, with 0 three standard deviations below. */
    public static final Rating NEW = new Rating(25, 25.0 / 3);

    private static final double DEVIATIONS = 3;

    /** The scale of published ratings, instead of the mean of a new player and of 1: it is known from chess. */
    private static final double SHOWN = 1500;

    private static final double POINTS = 40;

    public Rating {
        if (!Double.isFinite(mu) || !(sigma > 0) || !Double.isFinite(sigma)) {
            throw new IllegalArgumentException(
                    "a rating needs a finite mu and a sigma above 0, not " + mu + ", " + sigma);
        }
    }

    /** The only number for strength that people see: {@code 1500 + 40 (mu - 25)}, rounded. */
    public long points() {
        return Math.round(SHOWN + POINTS * (mu - NEW.mu));
    }

    /** The standard deviation on the scale of {@link #points}, rounded. */
    public long plusMinus() {
        return Math.round(POINTS * sigma);
    }

    /** Whether it is still too uncertain to be relied on: sigma is not yet below a third of that of a new player. */
    public boolean provisional() {
        return sigma >= NEW.sigma / 3;
    }

    /** As it is shown: {@code 1480 ± 280} while it is provisional, {@code 1480} afterwards. */
    public String text() {
        return provisional() ? points() + " ± " + plusMinus() : Long.toString(points());
    }

    public Map<String, Object> toPlain() {
        return Plain.object(
                "rating", points(), "plusMinus", plusMinus(), "provisional", provisional(), "mu", mu, "sigma", sigma);
    }

    /** Leaderboards sort by it and do not show it: a cautious estimate of strength, {@code mu - 3 sigma}. */
    public double leaderboard() {
        return mu - DEVIATIONS * sigma;
    }

    /**
     * The rating of a new version of a bot: at least half as uncertain as a new player, because it is not known what
     * has changed.
     */
    public Rating ofNewVersion() {
        return new Rating(mu, Math.max(sigma, NEW.sigma / 2));
    }
}
