package bout.engine;

import java.util.List;
import java.util.Optional;

/**
 * A two-player game as a deterministic state machine. Matches, replays, checkpoints and the browser use a game only
 * through this interface.
 *
 * <p>A game object is immutable and safe to share between matches and threads. A state is mutable: it belongs to one
 * match, and {@link #play} changes it in place.
 *
 * @param <S> the state of a match
 * @param <M> a move
 */
public interface Game<S, M> {

    GameCard card();

    /** The house bots, ordered from weakest to strongest. */
    List<HouseBot> houseBots();

    /** Finds a house bot by its name. */
    default Optional<HouseBot> houseBot(String name) {
        for (HouseBot bot : houseBots()) {
            if (bot.name().equals(name)) {
                return Optional.of(bot);
            }
        }
        return Optional.empty();
    }

    /**
     * The random number generator for a match's set-up. By default the seed is mixed first, because similar seeds (0,
     * 1, 2 and so on) would otherwise give almost the same first numbers. A game whose original defines what a seed
     * means overrides this method and uses the seed unchanged.
     *
     * @param seed any text
     */
    default SeededRandom setUpRandom(String seed) {
        return SeededRandom.of(seed, "set-up");
    }

    /**
     * Draws the starting position of a match, such as its board or map. The replay stores it in full, so old replays
     * keep working even if the way of drawing changes.
     *
     * @return a plain value to pass to {@link #start}
     */
    Object setUp(SeededRandom random, Options options);

    /**
     * Returns the state before the first turn.
     *
     * @throws UnexpectedValue if the set-up is not valid for this game
     */
    S start(Plain setUp, Options options);

    /** Who moves next. {@link ToMove#NOBODY} if and only if {@link #result} is not {@code null}. */
    ToMove toMove(S state);

    /** The request for the next move. The seat must be one of those that move next. */
    Ask ask(S state, Seat seat);

    /**
     * Parses a bot's answer.
     *
     * @param answer any plain value
     * @return the move, or a failure of kind {@code NOT_EXPECTED} or {@code NOT_LEGAL} that says what is wrong
     */
    Action<M> read(S state, Seat seat, Object answer);

    /** Plays one turn and changes the state in place. The turn has an action for each seat that is to move. */
    void play(S state, Turn<M> turn);

    /** The result, or {@code null} while the match is running. */
    Result result(S state);

    /**
     * About how many turns a match between good bots takes with the usual options. Not part of the rules: it decides
     * what counts as a short match or a long one.
     */
    int usualTurns();

    /**
     * Whether a match with this result ended because a player gave no valid move. Most games then let the other player
     * win; of those whose rules name no winner, see {@link Forfeit}. A game that goes on after a failed call never ends
     * so.
     */
    default boolean endedByFailure(Result result) {
        return false;
    }

    /**
     * A snapshot for renderers: a plain value with the whole visible state and what the last turn did. Later turns do
     * not change it.
     */
    Object picture(S state);

    /** The names of those {@link #picture} fields that say what the last turn did, for texts about a single move. */
    default List<String> effects() {
        return List.of();
    }

    /**
     * Whether the seat was eliminated by its own answer. Most games never eliminate a seat this way: {@link #read}
     * reports an answer that the rules forbid as a failure.
     */
    default boolean isOut(S state, Seat seat) {
        return false;
    }

    /** The style of a round robin of this game, unless the tournament asks for another. */
    default TournamentStyle tournamentStyle() {
        return TournamentStyle.WINS_IN_ROUNDS;
    }

    /** Adds every part of the state that can affect later turns to the hash. */
    void hash(S state, StateHash hash);

    /** The move as a plain value for the replay, in the most compact form. */
    Object store(M move);

    /**
     * The inverse of {@link #store}.
     *
     * @throws UnexpectedValue if the value is not a stored move of this game
     */
    M restore(Plain stored);
}
