package bout.stack;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduledRunsTest {

    private static final Duration SOON = Duration.ofMillis(1);

    private final CountDownLatch ran = new CountDownLatch(3);

    private ScheduledRuns runs(Throwable fault) {
        LocalFunction function =
                new LocalFunction(WrittenTemplate.APPLICATION.functions().getFirst(), (event, context) -> {
                    ran.countDown();
                    return ScheduledRunsTest.<RuntimeException>fail(fault);
                });
        return new ScheduledRuns(function, SOON, () -> false);
    }

    @SuppressWarnings("unchecked") // throws what is not declared
    private static <T extends Throwable> Object fail(Throwable fault) throws T {
        throw (T) fault;
    }

    @ParameterizedTest
    @ValueSource(classes = {IllegalStateException.class, StackOverflowError.class})
    void a_run_that_fails_is_followed_by_the_next(Class<? extends Throwable> fault) throws Exception {
        ScheduledRuns runs = runs(fault.getDeclaredConstructor().newInstance());
        runs.start();
        assertTrue(ran.await(10, TimeUnit.SECONDS));
        runs.stop(Duration.ofSeconds(10));
    }
}
