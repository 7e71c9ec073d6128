package bout.store.match;

/**
 * How many matches an owner may have; 0 = no limit.
 *
 * @param open queued or running at once, at most {@value #MOST_OPEN}
 * @param day accepted per day (UTC)
 */
public record MatchLimits(int open, int day) {

    /** Each open match takes a slot, and accepting a match reads all slots of its owner. */
    public static final int MOST_OPEN = 10_000;

    public static final MatchLimits NONE = new MatchLimits(0, 0);

    public MatchLimits {
        if (open < 0 || open > MOST_OPEN || day < 0) {
            throw new IllegalArgumentException("an owner may have 0 (no limit) to " + MOST_OPEN + " open matches, not "
                    + open + ", and 0 or more in a day, not " + day);
        }
    }

    boolean none() {
        return open == 0 && day == 0;
    }
}
