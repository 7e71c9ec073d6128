package bout.engine;

/**
 * How long a bot may take to answer one call, in milliseconds.
 *
 * @param first the limit for the first move of a seat in a match, when the bot may have to start up
 * @param later the limit for every later move
 */
public record TimeLimits(int first, int later) {

    /** The shortest time limit that a match may set, in milliseconds. */
    public static final int MIN = 10;

    /** The longest time limit that a match may set, in milliseconds. */
    public static final int MAX = 60_000;

    /** The same limit for all moves. */
    public static TimeLimits same(int milliseconds) {
        return new TimeLimits(milliseconds, milliseconds);
    }

    public int of(boolean firstMove) {
        return firstMove ? first : later;
    }
}
