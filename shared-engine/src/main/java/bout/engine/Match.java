package bout.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** A match that is being played or replayed: game, options, set-up and the moves so far. Not thread-safe. */
public final class Match<M> {

    /**
     * How much one seat can write in notes, in bytes of UTF-8: a full note in each of 300 turns. A note that does not
     * fit any more is dropped. Without a limit, the notes of a long match would make its replay too large to read.
     */
    public static final int MAX_NOTE_BYTES = 300 * Aside.MAX_NOTE;

    private final Game<M> game;
    private final String seed;
    private final Options options;
    private final Object setUp;
    private final Position<M> position;
    private final StateHash hash = new StateHash();
    private final List<Call> calls = new ArrayList<>();
    private final List<Seat> seats;
    private final int[] noteBytes;
    private final long[] milliseconds;
    private final Call[] last;
    private int turn;

    private Match(Game<M> game, String seed, Options options, Object setUp, String pointer) {
        this.game = game;
        this.seed = seed;
        this.options = options;
        this.setUp = setUp;
        Plain start = new Plain(setUp, pointer);
        this.position = game.start(start, options);
        this.seats = Seat.first(game.seats(start));
        this.noteBytes = new int[seats.size()];
        this.milliseconds = new long[seats.size()];
        this.last = new Call[seats.size()];
        hash.add(game.card().id()).add(seed).addPlain(options.toPlain()).addPlain(setUp);
        position.hash(hash);
    }

    /** A match of two, or of the closest number in a game that is not for two. */
    public static <M> Match<M> draw(Game<M> game, String seed, Options options) {
        return draw(game, seed, options, game.card().seats().closest(2));
    }

    /** @param seats how many players there are; one of the numbers on the game's card */
    public static <M> Match<M> draw(Game<M> game, String seed, Options options, int seats) {
        return new Match<>(game, seed, options, game.setUp(game.setUpRandom(seed), options, seats), "");
    }

    public static <M> Match<M> of(Game<M> game, String seed, Options options, Plain setUp) {
        return new Match<>(game, seed, options, setUp.value(), setUp.pointer());
    }

    public Game<M> game() {
        return game;
    }

    public String seed() {
        return seed;
    }

    public Options options() {
        return options;
    }

    public Object setUp() {
        return setUp;
    }

    /** The current position. The next turn changes it in place. */
    public Position<M> position() {
        return position;
    }

    public List<Seat> seats() {
        return seats;
    }

    /** The number of turns played so far, which is also the number of the next turn, counted from 0. */
    public int turn() {
        return turn;
    }

    public boolean over() {
        return result() != null;
    }

    public boolean isToMove(Seat seat) {
        return !over() && position.isToMove(seat);
    }

    /** The first of the seats that are to move in a match that is not over. */
    public Seat mover() {
        for (Seat seat : seats) {
            if (position.isToMove(seat)) {
                return seat;
            }
        }
        throw new IllegalStateException("no seat is to move");
    }

    public Map<String, Object> request(Seat seat) {
        return position.request(seat);
    }

    /** The request as a bot elsewhere gets it; see {@link Told}. */
    public Map<String, Object> request(Seat seat, String id, int timeLimit, List<String> names) {
        return position.request(seat, new Told(id, timeLimit, names, last.clone()));
    }

    public Action<M> read(Seat seat, Object answer) {
        return position.read(seat, answer);
    }

    public Object picture() {
        return position.picture();
    }

    public boolean firstMoveOf(Seat seat) {
        return last[seat.index()] == null;
    }

    /** Plays one turn and records 0 milliseconds for each answer; see {@link #play(Turn, Function)}. */
    public void play(Turn<M> turn) {
        play(turn, seat -> Aside.took(0));
    }

    /**
     * Plays one turn.
     *
     * @param actions one action for each seat that is to move, and none for the others
     * @param asides what else the call of a seat that moves brought
     */
    public void play(Turn<M> actions, Function<Seat, Aside> asides) {
        if (over()) {
            throw new IllegalStateException("the match is over");
        }
        for (Seat seat : seats) {
            if (position.isToMove(seat) != (actions.by(seat) != null)) {
                throw new IllegalArgumentException("expected one action for each seat that is to move");
            }
        }
        for (Seat seat : seats) {
            if (actions.by(seat) != null) {
                keep(seat, actions.by(seat), asides.apply(seat));
            }
        }
        position.play(actions);
        position.hash(hash);
        turn++;
    }

    private void keep(Seat seat, Action<M> action, Aside aside) {
        hash.add(seat.number());
        Failure failure = action.failure();
        Object stored = failure == null ? Objects.requireNonNull(game.store(action.move())) : null;
        if (failure == null) {
            hash.addPlain(stored);
        } else {
            hash.add(failure.kind().code()).add(failure.text());
        }
        String note = kept(seat, aside.note());
        last[seat.index()] = new Call(turn, seat, stored, failure, aside.milliseconds(), note);
        calls.add(last[seat.index()]);
        milliseconds[seat.index()] += aside.milliseconds();
    }

    /** The note, or {@code null} if the seat has no room left for it. */
    private String kept(Seat seat, String note) {
        int bytes = noteBytes[seat.index()] + (note == null ? 0 : Plain.utf8Bytes(note));
        if (bytes > MAX_NOTE_BYTES) {
            return null;
        }
        noteBytes[seat.index()] = bytes;
        return note;
    }

    /** The result, or {@code null} while the match is running. */
    public Result result() {
        return position.result();
    }

    /**
     * The hash of the whole match so far: game, seed, options, set-up, every state, move and failure. Because moves and
     * options are included, it also reveals edits that change no state, such as a pass that clicks a different tile.
     */
    public String hash() {
        return hash.hex();
    }

    public long milliseconds(Seat seat) {
        return milliseconds[seat.index()];
    }

    /** All calls so far, ordered by turn, and by seat within a turn. */
    public List<Call> calls() {
        return Collections.unmodifiableList(calls);
    }
}
