package bout.standings.tournament;

/**
 * How many matches may be open at once, that is, started and without a result. The second match on a board may exceed
 * each limit by one.
 *
 * @param inAll of the tournament, at least 1
 * @param ofPlayer of one player, at least 1
 */
public record OpenLimits(int inAll, int ofPlayer) {

    /** No limits, for callers that request a match only when they can play it. */
    public static final OpenLimits NONE = new OpenLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

    public OpenLimits {
        if (inAll < 1 || ofPlayer < 1) {
            throw new IllegalArgumentException("limits of open matches must be at least 1, not " + inAll
                    + " in all and " + ofPlayer + " per player");
        }
    }
}
