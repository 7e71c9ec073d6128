package bout.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** A match that is being played or replayed: game, options, set-up and the moves so far. Not thread-safe. */
public final class Match<S, M> {

    private final Game<S, M> game;
    private final String seed;
    private final Options options;
    private final Object setUp;
    private final S state;
    private final StateHash hash = new StateHash();
    private final List<Call> calls = new ArrayList<>();
    private int turn;
    private boolean firstAsked;
    private boolean secondAsked;

    private Match(Game<S, M> game, String seed, Options options, Object setUp, String pointer) {
        this.game = game;
        this.seed = seed;
        this.options = options;
        this.setUp = setUp;
        this.state = game.start(new Plain(setUp, pointer), options);
        hash.add(game.card().id()).add(seed).addPlain(options.toPlain()).addPlain(setUp);
        game.hash(state, hash);
    }

    /** Creates a match and draws its set-up from the seed. */
    public static <S, M> Match<S, M> draw(Game<S, M> game, String seed, Options options) {
        return new Match<>(game, seed, options, game.setUp(game.setUpRandom(seed), options), "");
    }

    /**
     * Creates a match from a stored set-up.
     *
     * @throws UnexpectedValue if the set-up is not valid for the game
     */
    public static <S, M> Match<S, M> of(Game<S, M> game, String seed, Options options, Plain setUp) {
        return new Match<>(game, seed, options, setUp.value(), setUp.pointer());
    }

    public Game<S, M> game() {
        return game;
    }

    public String seed() {
        return seed;
    }

    public Options options() {
        return options;
    }

    /** The set-up as a plain value. */
    public Object setUp() {
        return setUp;
    }

    /** The current state. The next turn changes it in place. */
    public S state() {
        return state;
    }

    /** The number of turns played so far, which is also the number of the next turn, counted from 0. */
    public int turn() {
        return turn;
    }

    public ToMove toMove() {
        return game.toMove(state);
    }

    public boolean over() {
        return toMove() == ToMove.NOBODY;
    }

    public Ask ask(Seat seat) {
        return game.ask(state, seat);
    }

    /** Parses a bot's answer; see {@link Game#read}. */
    public Action<M> read(Seat seat, Object answer) {
        return game.read(state, seat, answer);
    }

    /** A snapshot of the current state for renderers; see {@link Game#picture}. */
    public Object picture() {
        return game.picture(state);
    }

    /** Whether the seat has not been asked for a move yet. */
    public boolean firstMoveOf(Seat seat) {
        return !(seat == Seat.FIRST ? firstAsked : secondAsked);
    }

    /** Plays one turn and records 0 milliseconds for each answer; see {@link #play(Turn, int, int)}. */
    public void play(Turn<M> turn) {
        play(turn, 0, 0);
    }

    /**
     * Plays one turn.
     *
     * @param actions one action for each seat that is to move, and none for the others
     * @param firstMilliseconds how long seat 1 took to answer
     * @param secondMilliseconds how long seat 2 took to answer
     * @throws IllegalStateException if the match is over
     * @throws IllegalArgumentException if a seat that is to move has no action, or another seat has one
     */
    public void play(Turn<M> actions, int firstMilliseconds, int secondMilliseconds) {
        ToMove toMove = toMove();
        if (toMove == ToMove.NOBODY) {
            throw new IllegalStateException("the match is over");
        }
        if (toMove.includes(Seat.FIRST) != (actions.first() != null)
                || toMove.includes(Seat.SECOND) != (actions.second() != null)) {
            throw new IllegalArgumentException("expected one action for each seat that is to move: " + toMove);
        }
        keep(Seat.FIRST, actions.first(), firstMilliseconds);
        keep(Seat.SECOND, actions.second(), secondMilliseconds);
        game.play(state, actions);
        game.hash(state, hash);
        turn++;
    }

    private void keep(Seat seat, Action<M> action, int milliseconds) {
        if (action == null) {
            return;
        }
        hash.add(seat.number());
        Object stored =
                switch (action) {
                    case Action.Moved<M>(M move) -> {
                        Object plain = Objects.requireNonNull(game.store(move));
                        hash.addPlain(plain);
                        yield plain;
                    }
                    case Action.Failed<M>(Failure failure) -> {
                        hash.add(failure.kind().code()).add(failure.text());
                        yield null;
                    }
                };
        calls.add(new Call(turn, seat, stored, action.failure(), milliseconds));
        if (seat == Seat.FIRST) {
            firstAsked = true;
        } else {
            secondAsked = true;
        }
    }

    /** The result, or {@code null} while the match is running. */
    public Result result() {
        return game.result(state);
    }

    /**
     * The hash of the whole match so far: game, seed, options, set-up, every state from the first on, and every move
     * and failure; see {@link StateHash#hex}. Because moves and options are included, the hash also reveals edits that
     * do not change any state, such as a pass that clicks a different tile.
     */
    public String hash() {
        return hash.hex();
    }

    /** All calls so far, ordered by turn. If both seats moved in a turn, seat 1 comes first. */
    public List<Call> calls() {
        return Collections.unmodifiableList(calls);
    }
}
