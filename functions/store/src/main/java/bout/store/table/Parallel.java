package bout.store.table;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

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
        Semaphore permits = new Semaphore(UNDER_WAY);
        List<Future<R>> futures = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (T argument : arguments) {
                futures.add(threads.submit(() -> inTurn(permits, call, argument)));
            }
        }
        return futures.stream().map(Parallel::answer).toList();
    }

    private static <T, R> R inTurn(Semaphore permits, Function<T, R> call, T argument) throws InterruptedException {
        permits.acquire();
        try {
            return call.apply(argument);
        } finally {
            permits.release();
        }
    }

    private static <R> R answer(Future<R> future) {
        try {
            return future.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while calls were under way", interrupted);
        }
    }
}
