package bout.engine;

import java.util.Map;
import java.util.function.Function;

/**
 * A move, or a failure to give one: the other of both is {@code null}. Each game defines what a failure means: for
 * example a pass, or the loss of the match.
 */
public record Action<M>(M move, Failure failure) {

    public static <M> Action<M> moved(M move) {
        return new Action<>(move, null);
    }

    /** The move of an answer in its field {@code move}, if there is one; {@code expected} says what that is. */
    public static <M> Action<M> named(Object answer, Function<Object, M> meaning, String expected) {
        M move = answer instanceof Map<?, ?> fields ? meaning.apply(fields.get("move")) : null;
        return move != null ? moved(move) : failed(Failure.notExpected(expected, answer));
    }

    public static <M> Action<M> failed(Failure failure) {
        return new Action<>(null, failure);
    }
}
