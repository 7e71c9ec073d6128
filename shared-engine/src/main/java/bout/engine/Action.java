package bout.engine;

/**
 * What a seat did when it was asked: a move, or a failure, of which the game says what it means (forfeit, pass, out,
 * error).
 *
 * @param <M> the game's move
 */
public sealed interface Action<M> {

    /** The move, or {@code null} for a failure. */
    M move();

    /** The failure, or {@code null} for a move. */
    Failure failure();

    /** A move that the game could read. */
    record Moved<M>(M move) implements Action<M> {
        @Override
        public Failure failure() {
            return null;
        }
    }

    /** No move. */
    record Failed<M>(Failure failure) implements Action<M> {
        @Override
        public M move() {
            return null;
        }
    }

    static <M> Action<M> moved(M move) {
        return new Moved<>(move);
    }

    static <M> Action<M> failed(Failure failure) {
        return new Failed<>(failure);
    }
}
