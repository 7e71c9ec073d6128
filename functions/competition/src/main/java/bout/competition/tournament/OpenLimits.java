package bout.competition.tournament;

/**
 * How many matches may be open at once, that is, started and without a result. The second match on a board may exceed
 * each limit by one.
 *
 * @param ofBot of a registered bot in all tournaments of others than its owner together, never exceeded, at least 2 so
 *     that the matches of a board fit; 0 = no limit. An open match may wait for that
 */
public record OpenLimits(int inAll, int ofPlayer, int ofBot) {

    public static final int IN_ALL = 400;

    /** The usual limit of a player in a tournament, and again as many on its ladder: a slow bot holds up no others. */
    public static final int OF_PLAYER = 8;

    /** No limits, for callers that request a match only when they can play it. */
    public static final OpenLimits NONE = new OpenLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, 0);

    public OpenLimits {
        if (inAll < 1 || ofPlayer < 1 || ofBot < 0 || ofBot == 1) {
            throw new IllegalArgumentException("limits of open matches must be at least 1, not " + inAll
                    + " in all and " + ofPlayer + " per player, and 0 or at least 2 of a bot, not " + ofBot);
        }
    }

    public OpenLimits(int inAll, int ofPlayer) {
        this(inAll, ofPlayer, 0);
    }
}
