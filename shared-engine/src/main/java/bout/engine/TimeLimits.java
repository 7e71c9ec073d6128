package bout.engine;

/**
 * How long a bot may take for a move, in milliseconds.
 *
 * @param first for a seat's first move of a match, when a bot may have to start up
 * @param later for every later move
 */
public record TimeLimits(int first, int later) {

    /** The range in which a match may set its own. */
    public static final int MIN = 10;

    public static final int MAX = 60_000;

    public static TimeLimits same(int milliseconds) {
        return new TimeLimits(milliseconds, milliseconds);
    }

    public int of(boolean firstMove) {
        return firstMove ? first : later;
    }
}
