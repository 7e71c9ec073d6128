package bout.standings.tournament;

/**
 * How many matches may be open at once: begun, and without a result yet.
 *
 * @param inAll of the tournament, at least 1
 * @param ofPlayer of one player, at least 1
 */
public record OpenLimits(int inAll, int ofPlayer) {

    /** For who asks for a match only when it can be played. */
    public static final OpenLimits NONE = new OpenLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

    public OpenLimits {
        if (inAll < 1 || ofPlayer < 1) {
            throw new IllegalArgumentException(
                    "1 match may be open at least, not " + inAll + " in all and " + ofPlayer + " of a player");
        }
    }
}
