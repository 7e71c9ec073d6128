package bout.engine;

/**
 * A move, or a failure to give one. Each game defines what a failure means: for example a pass, or the loss of the
 * match.
 */
public sealed interface Action<M> {

    /** The move, or {@code null} for a failure. */
    M move();

    /** The failure, or {@code null} for a move. */
    Failure failure();

    /** The seat gave a move. */
    record Moved<M>(M move) implements Action<M> {
        @Override
        public Failure failure() {
            return null;
        }
    }

    /** The seat gave no move. */
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
