package bout.runner;

import bout.runner.MatchRunner.LeaseTimes;
import bout.store.TestAws;
import bout.store.runner.Runners;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("aws")
@Timeout(60)
class RunnerLeaseTest {

    private static final LeaseTimes OFTEN =
            new LeaseTimes(Duration.ofSeconds(45), Duration.ofMillis(5), Duration.ofHours(1));

    @Test
    void metrics_are_written_with_the_renewals_of_the_lease() throws InterruptedException {
        Runners runners =
                new Runners(TestAws.aws(TestAws.application().environment()).table(), Clock.systemUTC());
        CountDownLatch twice = new CountDownLatch(2);
        try (RunnerLease lease =
                new RunnerLease(runners, OFTEN, System.nanoTime() + TimeUnit.HOURS.toNanos(1), twice::countDown)) {
            twice.await();
        }
    }
}
