package bout.engine;

/** How long a bot may take for its first answer in a match, when it may have to start up, and for later ones, in ms. */
public record TimeLimits(int first, int later) {

    public static final int MIN = 10;

    /** The longest time limit that a match may set, in milliseconds. */
    public static final int MAX = 60_000;

    /** Twice what a bot needs that asks a language model, if it is to move in every turn. */
    private static final int SECONDS_A_TURN = 10;

    private static final int LEAST_MINUTES = 5;

    /** The longest time for all answers of a seat in a match. If both bots stall, it takes twice as long. */
    public static final int MOST_MINUTES = 20;

    public static TimeLimits same(int milliseconds) {
        return new TimeLimits(milliseconds, milliseconds);
    }

    public int of(boolean firstMove) {
        return firstMove ? first : later;
    }

    /**
     * How long a seat may take for all answers in a match, in milliseconds: whole minutes, 5 to 20. It depends on the
     * game only, so no time limit or option can make a match longer.
     */
    public static int ofMatch(Game<?> game) {
        int minutes = Math.min(MOST_MINUTES, Math.max(LEAST_MINUTES, game.usualTurns() * SECONDS_A_TURN / 60));
        return minutes * 60_000;
    }
}
