package bout.engine;

/**
 * A move, or a failure to give one: the other of both is {@code null}. Each game defines what a failure means: for
 * example a pass, or the loss of the match.
 */
public record Action<M>(M move, Failure failure) {

    public static <M> Action<M> moved(M move) {
        return new Action<>(move, null);
    }

    public static <M> Action<M> failed(Failure failure) {
        return new Action<>(null, failure);
    }
}
