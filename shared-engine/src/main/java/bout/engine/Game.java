package bout.engine;

import java.util.List;
import java.util.Optional;

/**
 * A game for two as a deterministic state machine. All that a match, a replay, a checkpoint and the browser need of a
 * game is here.
 *
 * <p>A game object holds nothing that changes; one object serves any number of matches on any number of threads. A
 * state is changed in place by {@link #play} and belongs to one match.
 *
 * @param <S> the state of a match
 * @param <M> a move
 */
public interface Game<S, M> {

    GameCard card();

    /** The house bots, the weakest first, our own strong one last. */
    List<HouseBot> houseBots();

    /** The house bot of that name. */
    default Optional<HouseBot> houseBot(String name) {
        for (HouseBot bot : houseBots()) {
            if (bot.name().equals(name)) {
                return Optional.of(bot);
            }
        }
        return Optional.empty();
    }

    /**
     * The generator of a match's set-up. The seed is mixed first: the generator's first numbers for seeds that differ
     * little (0, 1, 2 ..) are nearly the same. A game whose original says what a seed means takes the seed as it is.
     *
     * @param seed any text
     */
    default SeededRandom setUpRandom(String seed) {
        return SeededRandom.of(seed, "set-up");
    }

    /**
     * Draws what a match starts from (the board, the map). It is stored in the replay in full, so that a replay does not
     * depend on how it was drawn.
     *
     * @return a plain value that {@link #start} takes
     */
    Object setUp(SeededRandom random, Options options);

    /**
     * The state before the first turn.
     *
     * @throws UnexpectedValue when the set-up is not one of this game's
     */
    S start(Plain setUp, Options options);

    /** Who moves now; {@link ToMove#NOBODY} exactly when there is a {@link #result}. */
    ToMove toMove(S state);

    /** What a seat that is to move is sent. */
    Ask ask(S state, Seat seat);

    /**
     * Reads a bot's answer.
     *
     * @param answer any plain value
     * @return the move, or a failure of the kind {@code NOT_EXPECTED} or {@code NOT_LEGAL} that says what is wrong
     */
    Action<M> read(S state, Seat seat, Object answer);

    /** Plays one turn: an action for each seat that is to move. Changes the state in place. */
    void play(S state, Turn<M> turn);

    /** The result, or {@code null} while the match goes on. */
    Result result(S state);

    /**
     * What a renderer draws: a plain value with the whole visible state, what happened in the last turn included. It
     * does not change when the state does.
     */
    Object picture(S state);

    /** The fields of {@link #picture} that say what the last turn did, for texts about a single move. */
    default List<String> effects() {
        return List.of();
    }

    /**
     * Whether the seat's own answer put it out of the match. Most games never do: what they do not allow is a failure of
     * {@link #read}.
     */
    default boolean isOut(S state, Seat seat) {
        return false;
    }

    /** How the original ran its tournament. */
    default TournamentStyle tournamentStyle() {
        return TournamentStyle.WINS_IN_ROUNDS;
    }

    /** Feeds all of the state that decides how the match goes on. */
    void hash(S state, StateHash hash);

    /** The move as a plain value for the replay, as short as it can be. */
    Object store(M move);

    /**
     * The move that {@link #store} stored.
     *
     * @throws UnexpectedValue when it is not a stored move of this game
     */
    M restore(Plain stored);
}
