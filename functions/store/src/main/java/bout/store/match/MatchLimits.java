package bout.store.match;

/**
 * How many matches an owner may have; 0 = as many as they like.
 *
 * @param open queued or running at once, at most {@value #MOST_OPEN}
 * @param day accepted in a day of UTC
 */
public record MatchLimits(int open, int day) {

    /** Each open match has a slot of its own, and all slots of an owner are looked at when a match is accepted. */
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
