package bout.store.match;

import bout.table.Quota;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * How many matches an owner may have; 0 = no limit. An owner with a limit per day has one of open matches, too.
 *
 * @param open queued or running at once, at most {@value #MOST_OPEN}
 * @param day accepted per day (UTC)
 * @param ofBot how many matches of one registered bot may be queued or running that others than its owner asked for,
 *     all of them together; at most {@value #MOST_OPEN}. See {@link #share}
 */
public record MatchLimits(int open, int day, int ofBot) {

    public static final int MOST_OPEN = Quota.MOST_OPEN;

    /** How many matches a registered bot has for others than its owner; see {@link #half}. */
    public static final int PLACES = 8;

    private static final int SHARES = 4;

    private static final String TOURNAMENTS = "#tournaments";

    public static final MatchLimits NONE = new MatchLimits(0, 0, 0);

    public MatchLimits {
        if (open < 0 || open > MOST_OPEN || day < 0 || ofBot < 0 || ofBot > MOST_OPEN) {
            throw new IllegalArgumentException("an owner may have 0 (no limit) to " + MOST_OPEN + " open matches, not "
                    + open + ", 0 or more in a day, not " + day + ", and a bot 0 to " + MOST_OPEN + " of others, not "
                    + ofBot);
        }
        // The matches created in a day are counted exactly only together with the open ones.
        open = open == 0 && day > 0 ? MOST_OPEN : open;
    }

    public MatchLimits(int open, int day) {
        this(open, day, 0);
    }

    /** How many of a bot's places one challenger may take: a quarter, but at least one; 0 = no limit. */
    public int share() {
        return ofBot == 0 ? 0 : Math.max(1, ofBot / SHARES);
    }

    /**
     * How many of the places that a registered bot has for others than its owner are for tournaments; as many are for
     * all other matches. Neither can take the other's: a tournament whose matches find no place would never end.
     */
    public static int half(int places) {
        return places / 2;
    }

    static String ofTournaments(String bot) {
        return bot + TOURNAMENTS;
    }

    static boolean isOfTournaments(String quota) {
        return quota.endsWith(TOURNAMENTS);
    }

    static List<Quota.Claim> ofTournament(MatchRecord match, Set<String> othersBots, int ofBot) {
        return match.players().stream()
                .map(PlayerRecord::bot)
                .filter(bot -> ofBot > 0 && bot != null && othersBots.contains(bot))
                .map(bot -> new Quota.Claim(ofTournaments(bot), ofBot, 0))
                .distinct()
                .toList();
    }

    /** The bot whose places, or whose places for one challenger, this quota counts. */
    public static String botOf(String quota) {
        return quota.split("#", 2)[0];
    }

    /** @param owner may be {@code null} without limits */
    List<Quota.Claim> claims(String owner, Set<String> othersBots) {
        List<Quota.Claim> claims = new ArrayList<>();
        if (!none()) {
            claims.add(new Quota.Claim(owner, open, day));
        }
        if (ofBot > 0) {
            othersBots.stream().sorted().forEach(bot -> {
                claims.add(new Quota.Claim(bot, ofBot, 0));
                if (owner != null) {
                    claims.add(new Quota.Claim(bot + "#" + owner, share(), 0));
                }
            });
        }
        return List.copyOf(claims);
    }

    boolean none() {
        return open == 0 && day == 0;
    }
}
