package bout.store.access;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * What a token may have less of than the deployment allows; {@code null} = as much as the deployment allows.
 *
 * @param openMatches matches queued or running at once
 * @param matchesPerDay matches created per day (UTC)
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Quotas(Integer bots, Integer openMatches, Integer matchesPerDay) {

    public static final Quotas NONE = new Quotas(null, null, null);

    public Quotas {
        if (isBelowOne(bots) || isBelowOne(openMatches) || isBelowOne(matchesPerDay)) {
            throw new IllegalArgumentException("a quota is at least 1: bots " + bots + ", open matches " + openMatches
                    + ", matches per day " + matchesPerDay);
        }
    }

    private static boolean isBelowOne(Integer quota) {
        return quota != null && quota < 1;
    }

    /**
     * The smaller of the deployment's limit and a token's quota, so that a quota only ever takes something away.
     *
     * @param deployed the deployment's limit; 0 = no limit
     * @return 0 = no limit
     */
    public static int least(int deployed, Integer quota) {
        return Optional.ofNullable(quota)
                .map(own -> deployed == 0 ? own : Math.min(deployed, own))
                .orElse(deployed);
    }
}
