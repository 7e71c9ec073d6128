package bout.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * A match being played or replayed: a game, options, a set-up, and the moves so far. Not safe for use by several
 * threads.
 */
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

    /** A new match, its set-up drawn from the seed. */
    public static <S, M> Match<S, M> draw(Game<S, M> game, String seed, Options options) {
        return new Match<>(game, seed, options, game.setUp(game.setUpRandom(seed), options), "");
    }

    /**
     * A match from a set-up that was stored.
     *
     * @throws UnexpectedValue when the set-up is not one of this game's
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

    /** The state as it is now; it changes with the next turn. */
    public S state() {
        return state;
    }

    /** The number of turns played; also the number, from 0, of the turn that is to be played. */
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

    /** Reads a bot's answer; see {@link Game#read}. */
    public Action<M> read(Seat seat, Object answer) {
        return game.read(state, seat, answer);
    }

    /** What a renderer draws of the state as it is now; see {@link Game#picture}. */
    public Object picture() {
        return game.picture(state);
    }

    /** Whether the seat has not been asked before. */
    public boolean firstMoveOf(Seat seat) {
        return !(seat == Seat.FIRST ? firstAsked : secondAsked);
    }

    /** Plays a turn that took no time; see {@link #play(Turn, int, int)}. */
    public void play(Turn<M> turn) {
        play(turn, 0, 0);
    }

    /**
     * Plays one turn.
     *
     * @param actions an action for each seat that is to move, and no other
     * @param firstMilliseconds how long the answer of seat 1 took
     * @param secondMilliseconds how long the answer of seat 2 took
     * @throws IllegalStateException when the match is over
     * @throws IllegalArgumentException when a seat that is to move has no action, or another has one
     */
    public void play(Turn<M> actions, int firstMilliseconds, int secondMilliseconds) {
        ToMove toMove = toMove();
        if (toMove == ToMove.NOBODY) {
            throw new IllegalStateException("the match is over");
        }
        if (toMove.includes(Seat.FIRST) != (actions.first() != null)
                || toMove.includes(Seat.SECOND) != (actions.second() != null)) {
            throw new IllegalArgumentException("an action is needed for each seat that is to move: " + toMove);
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

    /** The result, or {@code null} while the match goes on. */
    public Result result() {
        return game.result(state);
    }

    /**
     * The hash over all of the match so far: game, seed, options and set-up, every state, the first included, and every
     * move and failure; see {@link StateHash#hex}. So an edit is found even where it leads to the same states (a pass
     * that clicks elsewhere, an option that never mattered).
     */
    public String hash() {
        return hash.hex();
    }

    /** Every call so far: by turn, and seat 1 before seat 2 where both were asked. */
    public List<Call> calls() {
        return Collections.unmodifiableList(calls);
    }
}
