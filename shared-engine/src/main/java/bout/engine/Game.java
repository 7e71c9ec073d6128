package bout.engine;

import java.util.List;
import java.util.Optional;

/**
 * A game as a deterministic state machine: a set-up, and a {@link Position} that moves change. Matches, replays,
 * checkpoints and the browser use a game only through this class. It is immutable and safe for use by many threads.
 *
 * @param <M> a move
 */
public abstract class Game<M> {

    private final GameCard card;
    private final List<HouseBot> houseBots;
    private final int usualTurns;
    private final List<String> effects;
    private final List<String> failureReasons;

    /**
     * @param houseBots ordered from weakest to strongest
     * @param usualTurns about how many turns a match between good bots takes with the usual options. Not part of the
     *     rules: it decides what counts as a short match or a long one
     * @param effects the names of those {@link Position#picture} fields that say what the last turn did, for texts
     *     about a single move
     * @param failureReasons the {@linkplain Result#reason reasons} of matches that ended because a player gave no valid
     *     move; none in a game that goes on after a failed call
     */
    protected Game(
            GameCard card,
            List<HouseBot> houseBots,
            int usualTurns,
            List<String> effects,
            List<String> failureReasons) {
        this.card = card;
        this.houseBots = houseBots;
        this.usualTurns = usualTurns;
        this.effects = effects;
        this.failureReasons = failureReasons;
    }

    public final GameCard card() {
        return card;
    }

    public final List<HouseBot> houseBots() {
        return houseBots;
    }

    public final int usualTurns() {
        return usualTurns;
    }

    public final List<String> effects() {
        return effects;
    }

    public final Optional<HouseBot> houseBot(String name) {
        return houseBots.stream().filter(bot -> bot.name().equals(name)).findFirst();
    }

    /**
     * The random number generator for a match's set-up. The seed is mixed, because similar seeds (0, 1, 2 and so on)
     * would give almost the same first numbers. A game whose original defines what a seed means uses it unchanged.
     */
    public SeededRandom setUpRandom(String seed) {
        return SeededRandom.of(seed, "set-up");
    }

    /**
     * Draws the starting position of a match, such as its board or map, as a plain value for {@link #start}. The replay
     * stores it in full, so old replays keep working even if the way of drawing changes.
     *
     * @param seats how many players there are; one of the numbers on the card
     */
    public abstract Object setUp(SeededRandom random, Options options, int seats);

    /** How many players a match from a starting position has. */
    public int seats(Plain setUp) {
        return card.seats().fewest();
    }

    public abstract Position<M> start(Plain setUp, Options options);

    /**
     * Whether a match with this result ended because a player gave no valid move. Most games then let the other player
     * win; of those whose rules name no winner, see {@link Forfeit}.
     */
    public final boolean endedByFailure(Result result) {
        return failureReasons.contains(result.reason());
    }

    /**
     * Whether the set-up of a match tells what chance will bring later in it. Then a rated match is not shown before it
     * is over.
     */
    public boolean setUpTellsChance() {
        return false;
    }

    /** The style of a round robin of this game, unless the tournament asks for another. */
    public TournamentStyle tournamentStyle() {
        return TournamentStyle.WINS_IN_ROUNDS;
    }

    /** The move as a plain value for the replay, in the most compact form. */
    public abstract Object store(M move);

    public abstract M restore(Plain stored);

    /** How the original of a game ran its tournaments. A round robin uses this style unless it asks for another one. */
    public enum TournamentStyle {
        /** Rounds in which nobody plays twice; wins decide. Also for games whose original had no tournaments. */
        WINS_IN_ROUNDS,
        /** All ordered pairs, sorted: (0,1), (0,2), ..., (1,0), (1,2), ...; the sum of the scores decides. */
        SCORES_OF_ORDERED_PAIRS
    }
}
