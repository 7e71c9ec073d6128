package bout.telemetry;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Gatherers;

/** Makes network calls in parallel: a virtual thread each, and only a few at a time. */
public final class Parallel {

    /** More would only wait for each other at the other end. */
    private static final int UNDER_WAY = 16;

    private Parallel() {}

    /**
     * The answers in the order of the arguments.
     *
     * @throws RuntimeException what one of the calls threw, after all have ended
     */
    public static <T, R> List<R> call(List<T> arguments, Function<T, R> call) {
        if (arguments.size() == 1 || !Machine.current().parallel()) {
            return arguments.stream().map(call).toList();
        }
        List<Supplier<R>> answers = arguments.stream()
                .gather(Gatherers.mapConcurrent(UNDER_WAY, argument -> answer(call, argument)))
                .toList();
        return answers.stream().map(Supplier::get).toList();
    }

    /** The answer, or what was thrown instead: if the gatherer saw that, it would interrupt the other calls. */
    private static <T, R> Supplier<R> answer(Function<T, R> call, T argument) {
        try {
            R answer = call.apply(argument);
            return () -> answer;
        } catch (RuntimeException failed) {
            return () -> {
                throw failed;
            };
        }
    }

    /** The results of the calls, in the order of the arguments. */
    public static <T, R> List<R> find(List<T> arguments, Function<T, Optional<R>> call) {
        return call(arguments, call).stream().flatMap(Optional::stream).toList();
    }

    /** Those of the arguments for which the call says yes. */
    public static <T> List<T> filter(List<T> arguments, Predicate<T> call) {
        return find(arguments, argument -> Optional.of(argument).filter(call));
    }
}
