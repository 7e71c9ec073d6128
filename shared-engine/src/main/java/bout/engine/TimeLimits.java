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

    /** Twice what a bot needs that asks a language model, if it is to move in every turn. */
    private static final int SECONDS_A_TURN = 10;

    private static final int LEAST_MINUTES = 5;

    /**
     * The longest time for all answers of a seat in a match. A match between two bots that stall takes twice as long.
     */
    public static final int MOST_MINUTES = 20;

    /** The same limit for all moves. */
    public static TimeLimits same(int milliseconds) {
        return new TimeLimits(milliseconds, milliseconds);
    }

    public int of(boolean firstMove) {
        return firstMove ? first : later;
    }

    /**
     * How long a seat may take for all its answers in a match together, in milliseconds: whole minutes, 5 to 20. It
     * depends on the game only, so a match cannot be made longer by its time limit or its options.
     */
    public static int ofMatch(Game<?> game) {
        int minutes = Math.min(MOST_MINUTES, Math.max(LEAST_MINUTES, game.usualTurns() * SECONDS_A_TURN / 60));
        return minutes * 60_000;
    }
}
